// SPDX-License-Identifier: Apache-2.0
//
// Compares words with std::mt19937, which is the same generator. tests/worker/draws_test.py
// compares the bits of torch itself.
#include "core/platforms/inputs/torchstream.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the state after torch.Generator().manual_seed().
TorchState seeded(std::uint32_t seed)
{
    TorchState state = {};
    state.seed = seed;
    state.left = 1;
    state.isSeeded = 1;
    std::uint32_t word = seed;
    for (std::size_t i = 0; i < TorchState::blockWords; ++i) {
        if (i > 0)
            word = 1812433253U * (word ^ (word >> 30)) + static_cast<std::uint32_t>(i);
        state.words[i] = word;
    }
    return state;
}

std::uint32_t bits(float value)
{
    std::uint32_t out = 0;
    std::memcpy(&out, &value, sizeof out);
    return out;
}

constexpr DrawKind everyKind[] = {DrawKind::Baseline, DrawKind::Avx2, DrawKind::Avx512};

} // namespace

TEST(TorchStream, UsesOneWordPerNumber)
{
    for (const DrawKind kind : everyKind) {
        if (!canDraw(kind))
            continue;
        for (const std::uint32_t seed : {0U, 42U, 4294967295U}) {
            std::mt19937 words(seed);
            TorchState state = seeded(seed);
            // Sizes around multiples of a block of 624. Each draw continues the previous one.
            for (const std::size_t count : {1U, 623U, 624U, 625U, 16U, 1248U, 2U, 5000U}) {
                std::vector<float> numbers(count);
                ASSERT_TRUE(drawUniform(state, numbers, 0, 1, kind));
                for (std::size_t i = 0; i < count; ++i) {
                    const float expected = static_cast<float>(words() & 0xffffffU) * 0x1p-24F;
                    ASSERT_EQ(bits(numbers[i]), bits(expected))
                        << "kind " << static_cast<int>(kind) << ", number " << i << " of " << count;
                }
            }
        }
    }
}

TEST(TorchStream, AppliesARangeWithOneRounding)
{
    for (const DrawKind kind : everyKind) {
        if (!canDraw(kind))
            continue;
        std::mt19937 words(7);
        TorchState state = seeded(7);
        std::vector<float> numbers(3000);
        ASSERT_TRUE(drawUniform(state, numbers, -0.3125F, 1.0125F, kind));
        for (const float number : numbers) {
            const float unit = static_cast<float>(words() & 0xffffffU) * 0x1p-24F;
            ASSERT_EQ(bits(number), bits(std::fma(unit, 1.0125F, -0.3125F)));
        }
    }
}

TEST(TorchStream, LeavesTheSameStateAsTorch)
{
    TorchState state = seeded(1);
    std::vector<float> numbers(624);
    ASSERT_TRUE(drawUniform(state, {}, 0, 1, DrawKind::Baseline));
    EXPECT_EQ(state.left, 1) << "nothing was drawn";
    EXPECT_EQ(state.next, 0U);
    ASSERT_TRUE(drawUniform(state, std::span(numbers).first(1), 0, 1, DrawKind::Baseline));
    EXPECT_EQ(state.left, 624);
    EXPECT_EQ(state.next, 1U);
    ASSERT_TRUE(drawUniform(state, std::span(numbers).first(623), 0, 1, DrawKind::Baseline));
    EXPECT_EQ(state.left, 1) << "the block is used up, and the next one not made";
    EXPECT_EQ(state.next, 624U);
    EXPECT_EQ(state.seed, 1U);
    EXPECT_EQ(state.isSeeded, 1);
}

TEST(TorchStream, LargeMemoryIsFilledToItsEdges)
{
    constexpr std::size_t count = (6U << 20) / sizeof(float) + 5;
    std::vector<float> numbers(count + 2, 9.0F);
    TorchState state = seeded(5);
    ASSERT_TRUE(drawUniform(state, std::span(numbers).subspan(1, count), 0, 1, bestDrawKind()));
    EXPECT_EQ(numbers.front(), 9.0F);
    EXPECT_EQ(numbers.back(), 9.0F);
    std::mt19937 words(5);
    words.discard(count - 1);
    EXPECT_EQ(numbers[count], static_cast<float>(words() & 0xffffffU) * 0x1p-24F);
}

TEST(TorchStream, BestKindIsSupported)
{
    EXPECT_TRUE(canDraw(bestDrawKind()));
    EXPECT_TRUE(canDraw(DrawKind::Baseline));
    TorchState state = seeded(1);
    std::vector<float> numbers(8, 2.0F);
    if (!canDraw(DrawKind::Avx512)) {
        EXPECT_FALSE(drawUniform(state, numbers, 0, 1, DrawKind::Avx512));
        EXPECT_EQ(numbers.front(), 2.0F);
    }
}

} // namespace loupe
