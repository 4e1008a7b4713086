// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/tensorarena.h"

#include <array>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

std::vector<TensorSpec> threeTensors()
{
    return {{"a", DType::Float32, {3, 5}}, {"b", DType::Int8, {4097}}, {"c", DType::Float64, {}}};
}

TensorArena made(const std::vector<TensorSpec> &specs)
{
    Result<TensorArena> arena = TensorArena::create(specs);
    EXPECT_TRUE(arena) << (arena ? "" : arena.error().text());
    return std::move(arena).value();
}

Fd duplicate(const TensorArena &arena)
{
    return Fd(fcntl(arena.fd(), F_DUPFD_CLOEXEC, 0));
}

} // namespace

TEST(ArenaLayout, endsEveryTensorAtTheEndOfItsPages)
{
    const ArenaLayout layout = arenaLayout(threeTensors());
    ASSERT_EQ(layout.places.size(), 3U);
    EXPECT_EQ(layout.places[0].pageOffset, 0U);
    EXPECT_EQ(layout.places[0].pageBytes, 4096U);
    EXPECT_EQ(layout.places[0].dataOffset, 4096U - 64U); // 60 bytes, rounded up to 64
    EXPECT_EQ(layout.places[0].dataBytes, 60U);
    EXPECT_EQ(layout.places[1].pageOffset, 4096U);
    EXPECT_EQ(layout.places[1].pageBytes, 8192U);
    EXPECT_EQ(layout.places[1].dataOffset, 8192U - 4160U); // 4097 bytes, rounded up to 65 · 64
    EXPECT_EQ(layout.places[2].pageOffset, 12288U);
    EXPECT_EQ(layout.places[2].dataBytes, 8U);
    EXPECT_EQ(layout.fileBytes, 16384U);
    EXPECT_EQ(arenaLayout(std::vector<TensorSpec>{{"none", DType::Float32, {0, 4}}}).fileBytes,
              4096U);
}

TEST(TensorArena, sharesWhatIsWritten)
{
    TensorArena arena = made(threeTensors());
    Result<TensorArena> other
        = TensorArena::map(duplicate(arena), threeTensors(), TensorArena::Access::ReadWrite);
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.bytes(1).data()) % 64, 0U);
    std::memset(arena.bytes(1).data(), 42, arena.bytes(1).size());
    EXPECT_EQ(other->bytes(1)[4096], std::byte{42});
    other->bytes(2)[0] = std::byte{7};
    EXPECT_EQ(arena.bytes(2)[0], std::byte{7});
    EXPECT_EQ(arena.damagedSlack(), -1);
}

TEST(TensorArena, faultsDirectlyBehindATensor)
{
    TensorArena arena = made(threeTensors());
    const volatile std::byte *behind = arena.bytes(0).data() + 64;
    const volatile std::byte *before = arena.bytes(0).data() - 4033;
    EXPECT_DEATH({ [[maybe_unused]] const std::byte b = *behind; }, "");
    EXPECT_DEATH({ [[maybe_unused]] const std::byte b = *before; }, "");
}

TEST(TensorArena, detectsWritesOutsideATensor)
{
    TensorArena arena = made(threeTensors());
    EXPECT_EQ(arena.damagedSlack(), -1);
    arena.poison();
    EXPECT_EQ(arena.bytes(0)[59], poisonByte);
    EXPECT_EQ(arena.damagedSlack(), -1);
    std::byte *behind = arena.bytes(1).data() + 4097;
    *behind = std::byte{1};
    EXPECT_EQ(arena.damagedSlack(), 1);
    *behind = poisonByte;
    arena.bytes(2).data()[-1] = std::byte{0};
    EXPECT_EQ(arena.damagedSlack(), 2);
}

TEST(TensorArena, poisonDiffersFromComputedValues)
{
    for (const std::uint32_t random : {0U, ~0U, 0x12345678U, 0xDEADBEEFU}) {
        const std::uint32_t pattern = freshPoison(random);
        float single = 0;
        std::memcpy(&single, &pattern, sizeof single);
        EXPECT_GT(std::abs(single), 1e35F);
        for (const unsigned shift : {0U, 16U}) {
            const std::uint32_t exponent = pattern >> (shift + 10) & 31U;
            EXPECT_EQ(exponent, 30U); // the largest finite exponent as float16
        }
    }
    TensorArena arena = made(threeTensors());
    arena.poison(freshPoison(99));
    EXPECT_EQ(arena.damagedSlack(), -1);
    EXPECT_FALSE(isPoisoned(arena.bytes(0)));
    arena.bytes(1).data()[4097] = poisonByte;
    EXPECT_EQ(arena.damagedSlack(), 1);
}

TEST(TensorArena, copyHasPoisonInUnwrittenElements)
{
    const std::vector<TensorSpec> specs{{"y", DType::Float32, {100}}, {"z", DType::Int8, {40}}};
    TensorArena arena = made(specs);
    TensorArena copy = made(specs);
    arena.poison(freshPoison(1234));
    const float one = 1.0F;
    std::memcpy(arena.bytes(0).data(), &one, sizeof one);
    arena.bytes(1)[20] = std::byte{3};
    copy.copyFrom(arena);
    EXPECT_EQ(std::memcmp(copy.bytes(0).data(), &one, sizeof one), 0);
    EXPECT_TRUE(isPoisoned(copy.bytes(0).subspan(sizeof one)));
    EXPECT_TRUE(isPoisoned(copy.bytes(1).first(16)));
    EXPECT_EQ(copy.bytes(1)[20], std::byte{3}); // small values may equal the poison by accident
    EXPECT_EQ(copy.damagedSlack(), -1);
}

TEST(TensorArena, copyStartsAtTheGivenSlot)
{
    const TensorSpec y{"y", DType::Float32, {10}};
    const TensorSpec z{"z", DType::Int8, {40}};
    TensorArena slots = made({y, z, y, z});
    TensorArena copy = made({y, z});
    slots.poison();
    slots.bytes(0)[0] = std::byte{1};
    slots.bytes(2)[0] = std::byte{2};
    slots.bytes(3)[0] = std::byte{3};
    copy.copyFrom(slots, 2);
    EXPECT_EQ(copy.bytes(0)[0], std::byte{2});
    EXPECT_EQ(copy.bytes(1)[0], std::byte{3});
}

TEST(TensorArena, sealedForOthersStaysWritableHere)
{
    TensorArena arena = made(threeTensors());
    const Fd other = duplicate(arena);
    ASSERT_TRUE(arena.sealForOthers());
    arena.bytes(0)[0] = std::byte{9};
    EXPECT_EQ(mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, other.get(), 0), MAP_FAILED);
    EXPECT_EQ(pwrite(other.get(), "x", 1, 0), -1);
    EXPECT_EQ(fcntl(other.get(), F_ADD_SEALS, F_SEAL_WRITE), -1);
    const auto seen
        = TensorArena::map(duplicate(arena), threeTensors(), TensorArena::Access::ReadOnly);
    ASSERT_TRUE(seen) << seen.error().text();
    EXPECT_EQ(seen->bytes(0)[0], std::byte{9});
    arena.bytes(0)[0] = std::byte{10}; // before the next call
    EXPECT_EQ(seen->bytes(0)[0], std::byte{10});
}

TEST(TensorArena, recognisesItsPoison)
{
    std::array<std::byte, 3> bytes{poisonByte, poisonByte, poisonByte};
    EXPECT_TRUE(isPoisoned(bytes));
    bytes[2] = std::byte{0};
    EXPECT_FALSE(isPoisoned(bytes));
    EXPECT_TRUE(isPoisoned(std::span(bytes).first(2)));
}

TEST(TensorArena, cannotBeChangedOnceSealed)
{
    TensorArena arena = made(threeTensors());
    const Fd other = duplicate(arena);
    std::memset(arena.bytes(0).data(), 5, 60);
    const std::byte *where = arena.bytes(0).data();
    ASSERT_TRUE(arena.seal());
    EXPECT_TRUE(arena.seal()); // sealing twice is allowed
    EXPECT_EQ(arena.bytes(0).data(), where);
    EXPECT_EQ(arena.bytes(0)[59], std::byte{5});
    EXPECT_LT(pwrite(other.get(), "x", 1, 0), 0);
    EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, other.get(), 0), MAP_FAILED);
    EXPECT_DEATH(arena.bytes(0)[0] = std::byte{1}, "");
    EXPECT_FALSE(
        TensorArena::map(duplicate(arena), threeTensors(), TensorArena::Access::ReadWrite));
    const auto readable
        = TensorArena::map(duplicate(arena), threeTensors(), TensorArena::Access::ReadOnly);
    ASSERT_TRUE(readable) << readable.error().text();
    EXPECT_EQ(readable->bytes(0)[0], std::byte{5});
}

TEST(TensorArena, isNotSealedWhileAnotherWrites)
{
    TensorArena arena = made(threeTensors());
    {
        const auto writer
            = TensorArena::map(duplicate(arena), threeTensors(), TensorArena::Access::ReadWrite);
        ASSERT_TRUE(writer);
        const Status sealed = arena.seal();
        ASSERT_FALSE(sealed);
        EXPECT_EQ(sealed.error().code, Errc::Busy);
    }
    EXPECT_TRUE(arena.seal());
}

TEST(TensorArena, waitsForAForkInProgress)
{
    TensorArena arena = made(threeTensors());
    int release[2];
    ASSERT_EQ(pipe2(release, O_CLOEXEC), 0);
    const Fd held(release[0]);
    Fd holds(release[1]);
    const pid_t child = fork();
    if (child == 0) { // only keeps the mapping, like a child before exec
        char byte = 0;
        holds = Fd();
        _exit(read(held.get(), &byte, 1) < 0 ? 1 : 0);
    }
    ASSERT_GT(child, 0);
    std::jthread letting([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        holds = Fd(); // end of input ends the child
    });
    EXPECT_TRUE(arena.seal());
    letting.join();
    EXPECT_EQ(waitpid(child, nullptr, 0), child);
}

TEST(TensorArena, cannotBeCutOff)
{
    const TensorArena arena = made(threeTensors());
    EXPECT_NE(ftruncate(arena.fd(), 0), 0);
}

TEST(TensorArena, snapshotsAreIndependent)
{
    TensorArena arena = made(threeTensors());
    arena.bytes(2)[3] = std::byte{9};
    Result<TensorArena> copy = arena.snapshot();
    ASSERT_TRUE(copy);
    arena.bytes(2)[3] = std::byte{1};
    EXPECT_EQ(copy->bytes(2)[3], std::byte{9});
    EXPECT_EQ(copy->damagedSlack(), -1);
    EXPECT_EQ(copy->spec(1), arena.spec(1));
    EXPECT_TRUE(copy->seal());
}

TEST(TensorArena, refusesForeignMemoryAndImpossibleTensors)
{
    const std::vector<TensorSpec> huge{{"x", DType::Float32, {1LL << 40, 1LL << 40}}};
    ASSERT_FALSE(TensorArena::create(huge));
    EXPECT_EQ(TensorArena::create(huge).error().code, Errc::InvalidInput);

    const TensorArena arena = made(threeTensors());
    const std::vector<TensorSpec> others{{"x", DType::Float32, {10000}}};
    const auto wrong = TensorArena::map(duplicate(arena), others, TensorArena::Access::ReadOnly);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, Errc::Corrupt);
    Fd unsealed(memfd_create("test", MFD_CLOEXEC));
    ASSERT_EQ(ftruncate(unsealed.get(), 16384), 0);
    EXPECT_FALSE(
        TensorArena::map(std::move(unsealed), threeTensors(), TensorArena::Access::ReadOnly));
}

} // namespace loupe
