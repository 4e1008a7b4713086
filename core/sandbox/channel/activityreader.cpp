// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/activityreader.h"

#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace loupe {

namespace ring = activityring;

namespace {

/// Upper bound of a record's duration; longer times would overflow sums.
constexpr std::uint64_t maxNs = 24ULL * 3600 * 1'000'000'000;

bool isKind(std::uint32_t kind)
{
    return kind >= static_cast<std::uint32_t>(ActivityKind::Kernel)
        && kind <= static_cast<std::uint32_t>(ActivityKind::Marker);
}

bool isMarkerDetail(std::uint32_t detail)
{
    return detail >= static_cast<std::uint32_t>(ActivityMarker::BlockBegin)
        && detail <= static_cast<std::uint32_t>(ActivityMarker::FlushEnd);
}

/// Copies from memory that a hostile process may be writing to. Reading it once ensures that the
/// value checked is the value used.
template <typename T>
T snapshot(const char *from)
{
    T copy;
    std::memcpy(&copy, from, sizeof copy);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return copy;
}

} // namespace

Result<std::unique_ptr<ActivityReader>> ActivityReader::create()
{
    Fd memory(memfd_create("loupe-activity", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory || ftruncate(memory.get(), static_cast<off_t>(ring::fileBytes)) != 0)
        return systemError("cannot create the activity ring");
    if (fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return systemError("cannot seal the activity ring");
    void *bytes
        = mmap(nullptr, ring::fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
    if (bytes == MAP_FAILED)
        return systemError("cannot map the activity ring");
    ring::Header header = {};
    header.magic = ring::magic;
    header.version = ring::version;
    header.headerBytes = ring::headerBytes;
    header.slotBytes = sizeof(ring::Slot);
    header.slotCount = ring::ringSlots;
    header.nameBytes = ring::nameBytes;
    std::memcpy(bytes, &header, sizeof header);
    return std::unique_ptr<ActivityReader>(
        new ActivityReader(std::move(memory), static_cast<char *>(bytes)));
}

ActivityReader::~ActivityReader()
{
    munmap(m_bytes, ring::fileBytes);
}

Error ActivityReader::corrupt(const std::string &what)
{
    m_isCorrupt = true;
    return Error{Errc::Corrupt, "the record of the device's activity is damaged: " + what,
                 "activity ring"};
}

Result<ActivityBatch> ActivityReader::take()
{
    if (m_isCorrupt)
        return corrupt("it was before");
    auto *live = reinterpret_cast<ring::Header *>(m_bytes);
    // The acquire load makes the slots written before the counter visible.
    const std::uint64_t written = std::atomic_ref(live->written).load(std::memory_order_acquire);
    const auto header = snapshot<ring::Header>(m_bytes);
    if (header.magic != ring::magic || header.version != ring::version
        || header.headerBytes != ring::headerBytes || header.slotBytes != sizeof(ring::Slot)
        || header.slotCount != ring::ringSlots || header.nameBytes != ring::nameBytes)
        return corrupt("its header is another");
    if (header.state > static_cast<std::uint32_t>(ring::State::Refused))
        return corrupt("it is in no known state");
    if (written < m_taken || written - m_taken > ring::ringSlots)
        return corrupt("it counts more records than fit");
    if (header.dropped < m_dropped)
        return corrupt("it takes back what was lost");
    ActivityBatch batch;
    batch.state = static_cast<ring::State>(header.state);
    batch.cuptiVersion = header.cuptiVersion;
    batch.dropped = header.dropped - m_dropped;
    if (batch.state == ring::State::Refused) {
        const auto *const end = std::find(std::begin(header.reason), std::end(header.reason), '\0');
        batch.reason.assign(std::begin(header.reason), end);
    }
    batch.records.reserve(static_cast<std::size_t>(written - m_taken));
    for (std::uint64_t i = m_taken; i < written; ++i) {
        Result<DeviceActivity> next = record(i);
        if (!next)
            return corrupt(next.error().message);
        batch.records.push_back(std::move(next).value());
    }
    m_taken = written;
    m_dropped = header.dropped;
    std::atomic_ref(live->taken).store(m_taken, std::memory_order_release);
    return batch;
}

Result<DeviceActivity> ActivityReader::record(std::uint64_t index) const
{
    const auto slot = snapshot<ring::Slot>(m_bytes + ring::slotsOffset
                                           + index % ring::ringSlots * sizeof(ring::Slot));
    const auto wrong = [](const char *what) { return Error{Errc::Corrupt, what}; };
    if (!isKind(slot.kind))
        return wrong("a record of no known kind");
    if (slot.endNs < slot.startNs || slot.endNs - slot.startNs > maxNs)
        return wrong("a record that ends before it starts");
    if (slot.nameLength > ring::maxNameLength || slot.nameOffset > ring::nameBytes
        || slot.nameLength > ring::nameBytes - slot.nameOffset)
        return wrong("a name outside the table of names");
    DeviceActivity out;
    out.kind = static_cast<ActivityKind>(slot.kind);
    if (out.kind == ActivityKind::Marker && !isMarkerDetail(slot.detail))
        return wrong("a marker of no known kind");
    out.startNs = slot.startNs;
    out.endNs = slot.endNs;
    out.device = slot.device;
    out.stream = slot.stream;
    out.correlation = slot.correlation;
    std::copy(std::begin(slot.grid), std::end(slot.grid), out.grid.begin());
    std::copy(std::begin(slot.block), std::end(slot.block), out.block.begin());
    out.registers = slot.registers;
    out.staticSharedBytes = slot.staticSharedBytes;
    out.dynamicSharedBytes = slot.dynamicSharedBytes;
    out.localBytes = slot.localBytes;
    out.bytes = slot.bytes;
    out.external = slot.external;
    out.detail = slot.detail;
    out.name.assign(m_bytes + ring::namesOffset + slot.nameOffset, slot.nameLength);
    return out;
}

} // namespace loupe
