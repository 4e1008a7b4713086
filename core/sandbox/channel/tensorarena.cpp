// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/tensorarena.h"

#include "core/sandbox/channel/tensorspecjson.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t pageSize = 4096;
constexpr std::size_t dataAlignment = 64;
/// Time to wait for a process just forked by another thread: it shares our writable mappings until
/// it executes its program.
constexpr std::chrono::milliseconds forkPatience{1000};

constexpr std::size_t roundUp(std::size_t value, std::size_t step)
{
    return (value + step - 1) / step * step;
}

Status checkSpecs(std::span<const TensorSpec> specs)
{
    for (const TensorSpec &spec : specs) {
        if (Status checked = checkTensorSpec(spec); !checked)
            return checked;
    }
    return {};
}

} // namespace

ArenaLayout arenaLayout(std::span<const TensorSpec> specs)
{
    ArenaLayout layout;
    for (const TensorSpec &spec : specs) {
        ArenaLayout::Tensor place;
        place.dataBytes = static_cast<std::size_t>(spec.bytes());
        const std::size_t aligned = roundUp(place.dataBytes, dataAlignment);
        place.pageOffset = layout.fileBytes;
        place.pageBytes = std::max(roundUp(aligned, pageSize), pageSize);
        place.dataOffset = place.pageBytes - aligned;
        layout.fileBytes += place.pageBytes;
        layout.places.push_back(place);
    }
    return layout;
}

namespace {

std::byte byteOf(std::uint32_t pattern, std::size_t offset)
{
    return static_cast<std::byte>(pattern >> (8 * (offset % sizeof pattern)));
}

/// Returns true if `bytes`, which start at `offset` of a page, hold the pattern.
bool holdsPattern(std::span<const std::byte> bytes, std::size_t offset, std::uint32_t pattern)
{
    return std::ranges::all_of(bytes,
                               [&](std::byte value) { return value == byteOf(pattern, offset++); });
}

/// Returns how many consecutive words must hold the pattern to count as unwritten. A kernel's float
/// never equals the pattern by accident; small integers may.
std::size_t minWords(DType dtype)
{
    return isFloating(dtype) && byteSize(dtype) >= 4 ? 1 : 4;
}

/// Replaces the pattern by the fixed poison byte wherever the bytes hold it.
void makeFixed(std::span<std::byte> bytes, std::uint32_t pattern, std::size_t minWords)
{
    const std::size_t run = minWords * sizeof pattern;
    std::array<std::uint32_t, 4> words{};
    for (std::size_t at = 0; at + run <= bytes.size(); at += run) {
        std::memcpy(words.data(), bytes.data() + at, run);
        if (std::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(minWords),
                        [&](std::uint32_t word) { return word == pattern; }))
            std::ranges::fill(bytes.subspan(at, run), poisonByte);
    }
}

} // namespace

struct TensorArena::State {
    State(Fd memory, std::span<const TensorSpec> tensors)
        : fd(std::move(memory))
        , specs(tensors.begin(), tensors.end())
        , layout(arenaLayout(specs))
    {
    }
    State(const State &) = delete;
    State &operator=(const State &) = delete;
    ~State()
    {
        if (region != nullptr)
            munmap(region, regionBytes());
    }

    std::size_t regionBytes() const
    {
        return layout.fileBytes + arenaGuardBytes * (specs.size() + 1);
    }
    std::byte *pages(std::size_t i) const
    {
        return region + arenaGuardBytes * (i + 1) + layout.places[i].pageOffset;
    }
    /// Reserves the whole region as inaccessible, then maps each tensor's pages into it.
    Status map(Access access, int more = 0)
    {
        if (region == nullptr) {
            void *reserved = mmap(nullptr, regionBytes(), PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (reserved == MAP_FAILED)
                return systemError("cannot reserve address space for tensors");
            region = static_cast<std::byte *>(reserved);
        }
        // Before Linux 6.7, sealed memory cannot be mapped shared, not even read-only.
        const bool writable = access == Access::ReadWrite;
        const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
        const int flags = MAP_FIXED | more | (writable ? MAP_SHARED : MAP_PRIVATE);
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const ArenaLayout::Tensor &place = layout.places[i];
            if (mmap(pages(i), place.pageBytes, protection, flags, fd.get(),
                     static_cast<off_t>(place.pageOffset))
                == MAP_FAILED)
                return systemError("cannot map tensors");
        }
        return {};
    }
    void poisonSlack() const
    {
        for (std::size_t i = 0; i < specs.size(); ++i) {
            const ArenaLayout::Tensor &place = layout.places[i];
            const std::size_t end = place.dataOffset + place.dataBytes;
            std::fill_n(pages(i), place.dataOffset, poisonByte);
            std::fill_n(pages(i) + end, place.pageBytes - end, poisonByte);
        }
    }

    Fd fd;
    std::vector<TensorSpec> specs;
    ArenaLayout layout;
    std::byte *region = nullptr;
    std::uint32_t poison = poisonPattern;
};

TensorArena::TensorArena(std::unique_ptr<State> state) : m_state(std::move(state)) { }
TensorArena::TensorArena(TensorArena &&) noexcept = default;
TensorArena &TensorArena::operator=(TensorArena &&) noexcept = default;
TensorArena::~TensorArena() = default;

Result<TensorArena> TensorArena::create(std::span<const TensorSpec> specs)
{
    if (Status checked = checkSpecs(specs); !checked)
        return checked.error();
    Fd fd(memfd_create("loupe-tensors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!fd)
        return systemError("cannot create shared memory");
    auto state = std::make_unique<State>(std::move(fd), specs);
    // A receiver of the descriptor must not be able to shrink the memory under our mapping.
    if (ftruncate(state->fd.get(), static_cast<off_t>(state->layout.fileBytes)) != 0
        || fcntl(state->fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
        return systemError("cannot size shared memory");
    if (Status mapped = state->map(Access::ReadWrite); !mapped)
        return mapped.error();
    state->poisonSlack();
    return TensorArena(std::move(state));
}

Result<TensorArena> TensorArena::map(Fd fd, std::span<const TensorSpec> specs, Access access)
{
    if (Status checked = checkSpecs(specs); !checked)
        return checked.error();
    auto state = std::make_unique<State>(std::move(fd), specs);
    struct stat facts = {};
    if (fstat(state->fd.get(), &facts) != 0)
        return systemError("cannot read the size of received memory");
    const int seals = fcntl(state->fd.get(), F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0
        || static_cast<std::size_t>(facts.st_size) != state->layout.fileBytes)
        return Error{Errc::Corrupt, "received memory does not fit its tensors"};
    if (Status mapped = state->map(access, MAP_POPULATE); !mapped)
        return mapped.error();
    return TensorArena(std::move(state));
}

int TensorArena::fd() const
{
    return m_state->fd.get();
}

std::size_t TensorArena::count() const
{
    return m_state->specs.size();
}

const TensorSpec &TensorArena::spec(std::size_t i) const
{
    return m_state->specs[i];
}

std::span<const TensorSpec> TensorArena::specs() const
{
    return m_state->specs;
}

std::span<std::byte> TensorArena::bytes(std::size_t i)
{
    const ArenaLayout::Tensor &place = m_state->layout.places[i];
    return {m_state->pages(i) + place.dataOffset, place.dataBytes};
}

std::span<const std::byte> TensorArena::bytes(std::size_t i) const
{
    const ArenaLayout::Tensor &place = m_state->layout.places[i];
    return {m_state->pages(i) + place.dataOffset, place.dataBytes};
}

void TensorArena::poison(std::uint32_t pattern)
{
    m_state->poison = pattern;
    for (std::size_t i = 0; i < count(); ++i)
        std::fill_n(reinterpret_cast<std::uint32_t *>(m_state->pages(i)),
                    m_state->layout.places[i].pageBytes / sizeof pattern, pattern);
}

int TensorArena::damagedSlack() const
{
    for (std::size_t i = 0; i < count(); ++i) {
        const ArenaLayout::Tensor &place = m_state->layout.places[i];
        const std::span<const std::byte> pages(m_state->pages(i), place.pageBytes);
        const std::size_t end = place.dataOffset + place.dataBytes;
        if (!holdsPattern(pages.first(place.dataOffset), 0, m_state->poison)
            || !holdsPattern(pages.subspan(end), end, m_state->poison))
            return static_cast<int>(i);
    }
    return -1;
}

void TensorArena::copyFrom(const TensorArena &other, std::size_t first)
{
    m_state->poison = poisonPattern;
    m_state->poisonSlack();
    for (std::size_t i = 0; i < count(); ++i) {
        std::ranges::copy(other.bytes(first + i), bytes(i).begin());
        // Both data and pattern start at a multiple of 64 bytes.
        makeFixed(bytes(i), other.m_state->poison, minWords(spec(i).dtype));
    }
}

Status TensorArena::sealForOthers()
{
    constexpr int futureWrite = 0x0010; // F_SEAL_FUTURE_WRITE, since Linux 5.1
    constexpr int all = futureWrite | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    if (fcntl(m_state->fd.get(), F_ADD_SEALS, all) != 0)
        return systemError("cannot keep others from writing to tensors");
    return {};
}

Status TensorArena::seal()
{
    // Our own writable mapping would prevent sealing.
    if (Status mapped = m_state->map(Access::ReadOnly); !mapped)
        return mapped;
    const auto add = [this] {
        constexpr int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
        return fcntl(m_state->fd.get(), F_ADD_SEALS, all) == 0 ? 0 : errno;
    };
    int code = add();
    const auto end = std::chrono::steady_clock::now() + forkPatience;
    while (code == EBUSY && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        code = add();
    }
    if (code == 0)
        return {};
    const int seals = fcntl(m_state->fd.get(), F_GET_SEALS);
    if (seals >= 0 && (seals & F_SEAL_WRITE) != 0)
        return {};
    Error error = systemError("cannot seal tensors", {}, code);
    if (code == EBUSY) {
        error.code = Errc::Busy;
        error.hint = "another process still maps them writable";
    }
    return error;
}

Result<TensorArena> TensorArena::snapshot() const
{
    Result<TensorArena> copy = create(m_state->specs);
    if (!copy)
        return copy;
    for (std::size_t i = 0; i < count(); ++i)
        std::copy_n(m_state->pages(i), m_state->layout.places[i].pageBytes,
                    copy->m_state->pages(i));
    return copy;
}

std::uint32_t freshPoison(std::uint32_t random)
{
    // The upper byte of each half is 0x7A, 0x7B, 0xFA or 0xFB: exponents near the maximum.
    return (random & 0x81FF81FFU) | 0x7A007A00U;
}

bool isPoisoned(std::span<const std::byte> bytes)
{
    return std::ranges::all_of(bytes, [](std::byte value) { return value == poisonByte; });
}

} // namespace loupe
