// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/activityreader.h"
#include "core/sandbox/channel/activitywriter.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <random>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace ring = activityring;

namespace {

ring::Slot kernelSlot(std::uint64_t start, std::uint64_t end)
{
    ring::Slot slot = {};
    slot.kind = static_cast<std::uint32_t>(ActivityKind::Kernel);
    slot.startNs = start;
    slot.endNs = end;
    slot.stream = 13;
    slot.grid[0] = 4096;
    slot.block[1] = 2;
    slot.registers = 40;
    return slot;
}

/// View of the shared memory from the producer's process, which may be hostile.
class HostileView
{
public:
    explicit HostileView(const ActivityReader &reader)
        : m_bytes(static_cast<std::byte *>(mmap(nullptr, ring::fileBytes, PROT_READ | PROT_WRITE,
                                                MAP_SHARED, reader.descriptor(), 0)))
    {
    }
    HostileView(const HostileView &) = delete;
    HostileView &operator=(const HostileView &) = delete;
    ~HostileView() { munmap(m_bytes, ring::fileBytes); }

    ring::Header &header() { return *reinterpret_cast<ring::Header *>(m_bytes); }
    ring::Slot &slot(std::size_t i)
    {
        return reinterpret_cast<ring::Slot *>(m_bytes + ring::slotsOffset)[i];
    }
    std::byte *bytes() { return m_bytes; }

private:
    std::byte *m_bytes;
};

std::unique_ptr<ActivityReader> newRing()
{
    auto made = ActivityReader::create();
    EXPECT_TRUE(made);
    return std::move(made).value();
}

/// Runs `work` in a forked child that inherits the ring.
template <typename Work>
void inChild(const ActivityReader &reader, Work work)
{
    const pid_t child = fork();
    if (child == 0) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe)
        setenv(ring::descriptorVariable, std::to_string(reader.descriptor()).c_str(), 1);
        ring::Writer writer;
        if (!writer.attach())
            _exit(1);
        work(writer);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
}

} // namespace

TEST(ActivityRing, CarriesRecordsAndNamesAcrossAFork)
{
    const auto reader = newRing();
    inChild(*reader, [](ring::Writer &writer) {
        writer.setState(ring::State::Recording);
        writer.setCuptiVersion(130001);
        for (int i = 0; i < 3; ++i) {
            ring::Slot slot = kernelSlot(100, 250);
            writer.name(slot, i < 2 ? "relu<float>" : "gemm");
            writer.write(slot);
        }
    });
    const auto batch = reader->take();
    ASSERT_TRUE(batch) << batch.error().text();
    EXPECT_EQ(batch->state, ring::State::Recording);
    EXPECT_EQ(batch->cuptiVersion, 130001u);
    ASSERT_EQ(batch->records.size(), 3u);
    const DeviceActivity &kernel = batch->records[1];
    EXPECT_EQ(kernel.name, "relu<float>");
    EXPECT_EQ(batch->records[2].name, "gemm");
    EXPECT_EQ(kernel.startNs, 100u);
    EXPECT_EQ(kernel.endNs, 250u);
    EXPECT_EQ(kernel.stream, 13u);
    EXPECT_EQ(kernel.grid[0], 4096u);
    EXPECT_EQ(kernel.block[1], 2u);
    EXPECT_EQ(kernel.registers, 40u);
    const auto again = reader->take();
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->records.empty());
}

TEST(ActivityRing, WrapsAroundAndCountsDroppedRecords)
{
    const auto reader = newRing();
    for (int round = 0; round < 3; ++round) {
        inChild(*reader, [&](ring::Writer &writer) {
            for (std::uint32_t i = 0; i < ring::ringSlots + 5; ++i)
                writer.write(kernelSlot(i, i + 1));
        });
        const auto batch = reader->take();
        ASSERT_TRUE(batch) << batch.error().text();
        ASSERT_EQ(batch->records.size(), ring::ringSlots);
        EXPECT_EQ(batch->records.back().startNs, ring::ringSlots - 1);
        EXPECT_EQ(batch->dropped, 5u);
    }
}

TEST(ActivityRing, ReportsWhyNothingIsRecorded)
{
    const auto reader = newRing();
    const auto before = reader->take();
    ASSERT_TRUE(before);
    EXPECT_EQ(before->state, ring::State::Untouched);
    inChild(*reader, [](ring::Writer &writer) {
        writer.refuse("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" + std::string(1000, '!'));
    });
    const auto batch = reader->take();
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->state, ring::State::Refused);
    EXPECT_EQ(batch->reason.substr(0, 36), "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES!");
    EXPECT_EQ(batch->reason.size(), 255u);
}

TEST(ActivityRing, WriterAcceptsOnlyARing)
{
    ring::Writer writer;
    setenv(ring::descriptorVariable, "0", 1); // NOLINT(concurrency-mt-unsafe)
    EXPECT_FALSE(writer.attach());
    const int other = memfd_create("other", MFD_CLOEXEC);
    ASSERT_EQ(ftruncate(other, ring::fileBytes), 0);
    // NOLINTNEXTLINE(concurrency-mt-unsafe)
    setenv(ring::descriptorVariable, std::to_string(other).c_str(), 1);
    ring::Writer second;
    EXPECT_FALSE(second.attach()) << "its memory holds no header";
    second.write(kernelSlot(1, 2));     // has no effect
    unsetenv(ring::descriptorVariable); // NOLINT(concurrency-mt-unsafe)
    close(other);
}

TEST(ActivityRing, ItsSizeCannotBeChanged)
{
    const auto reader = newRing();
    EXPECT_NE(ftruncate(reader->descriptor(), 0), 0);
    EXPECT_NE(ftruncate(reader->descriptor(), 2 * ring::fileBytes), 0);
}

/// Sets each checked field to an impossible value.
TEST(ActivityRing, RefusesEveryImpossibleField)
{
    using Damage = void (*)(HostileView &);
    const Damage damages[] = {
        [](HostileView &view) { view.header().magic ^= 1; },
        [](HostileView &view) { view.header().version = 2; },
        [](HostileView &view) { view.header().headerBytes = 0; },
        [](HostileView &view) { view.header().slotBytes = 0; },
        [](HostileView &view) { view.header().slotCount = ~0U; },
        [](HostileView &view) { view.header().nameBytes = ~0U; },
        [](HostileView &view) { view.header().state = 4; },
        [](HostileView &view) { view.header().written = ~0ULL; },
        [](HostileView &view) { view.header().written = ring::ringSlots + 1; },
        [](HostileView &view) { view.slot(0).kind = 0; },
        [](HostileView &view) { view.slot(0).kind = 7; },
        [](HostileView &view) { view.slot(0).endNs = 99; },
        [](HostileView &view) { view.slot(0).endNs = ~0ULL; },
        [](HostileView &view) { view.slot(0).nameLength = ring::maxNameLength + 1; },
        [](HostileView &view) { view.slot(0).nameOffset = ring::nameBytes; },
        [](HostileView &view) { view.slot(0).nameOffset = ~0U; },
        [](HostileView &view) {
            view.slot(0).kind = static_cast<std::uint32_t>(ActivityKind::Marker);
            view.slot(0).detail = 7;
        },
    };
    int number = 0;
    for (const Damage damage : damages) {
        const auto reader = newRing();
        HostileView view(*reader);
        view.slot(0) = kernelSlot(100, 200);
        view.slot(0).nameLength = 1;
        view.header().written = 1;
        damage(view);
        const auto batch = reader->take();
        ASSERT_FALSE(batch) << "damage " << number;
        EXPECT_EQ(batch.error().code, Errc::Corrupt);
        view.header().written = 1;
        EXPECT_FALSE(reader->take()) << "it must not recover";
        ++number;
    }
}

TEST(ActivityRing, SurvivesRandomBytesAnywhere)
{
    int refused = 0;
    for (unsigned seed = 1; seed <= 300; ++seed) {
        std::mt19937 random(seed);
        const auto reader = newRing();
        HostileView view(*reader);
        for (std::size_t i = 0; i < 64; ++i)
            view.slot(i) = kernelSlot(i, i + 1);
        view.header().written = 64;
        const std::size_t end = ring::slotsOffset + 64 * sizeof(ring::Slot);
        for (int i = 0; i < 8; ++i) {
            const std::size_t region = random() % 3 == 0 ? sizeof(ring::Header) : end;
            view.bytes()[random() % region] = static_cast<std::byte>(random());
        }
        for (int round = 0; round < 3; ++round) {
            const auto batch = reader->take();
            if (!batch) {
                EXPECT_EQ(batch.error().code, Errc::Corrupt);
                ++refused;
                break;
            }
            EXPECT_LE(batch->records.size(), ring::ringSlots);
            for (const DeviceActivity &record : batch->records)
                ASSERT_LE(record.startNs, record.endNs);
        }
    }
    EXPECT_GT(refused, 50); // most changes hit a checked field
}

} // namespace loupe
