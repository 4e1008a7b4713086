// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/guardedlayout.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace loupe {

namespace {

GuardedLayout layoutOfThree()
{
    const std::vector<TensorSpec> specs{
        {"x", DType::Float32, {3, 5}}, {"none", DType::Int64, {0}}, {"y", DType::Int8, {257}}};
    return guardedLayout(specs);
}

} // namespace

TEST(GuardedLayout, surroundsEachTensorWithoutAGap)
{
    const GuardedLayout layout = layoutOfThree();
    ASSERT_EQ(layout.tensors.size(), 3U);
    ASSERT_EQ(layout.guards.size(), 4U);
    EXPECT_EQ(layout.guards[0].begin, 0);
    for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
        EXPECT_EQ(layout.tensors[i].begin % 256, 0);
        EXPECT_EQ(layout.guards[i].end, layout.tensors[i].begin);
        EXPECT_EQ(layout.guards[i + 1].begin, layout.tensors[i].end);
    }
    for (const GuardedLayout::Range &guard : layout.guards)
        EXPECT_GE(guard.end - guard.begin, deviceGuardBytes);
    EXPECT_EQ(layout.tensors[0].end - layout.tensors[0].begin, 60);
    EXPECT_EQ(layout.tensors[2].end - layout.tensors[2].begin, 257);
    EXPECT_EQ(layout.guards[3].end, layout.bytes);
}

TEST(GuardedLayout, namesTheNearerTensorAndTheDistance)
{
    const GuardedLayout layout = layoutOfThree();
    const std::int64_t end = layout.tensors[0].end;
    EXPECT_EQ(damageAt(layout, end, end + 3), (GuardDamage{0, 0}));
    EXPECT_EQ(damageAt(layout, end + 8, end + 4096), (GuardDamage{0, 8}));
    const std::int64_t begin = layout.tensors[2].begin;
    EXPECT_EQ(damageAt(layout, begin - 64, begin - 4), (GuardDamage{2, -4}));
    // The outermost guards belong to one tensor only.
    EXPECT_EQ(damageAt(layout, 0, 0), (GuardDamage{0, -layout.tensors[0].begin}));
    EXPECT_EQ(damageAt(layout, layout.bytes - 1, layout.bytes - 1),
              (GuardDamage{2, layout.bytes - 1 - layout.tensors[2].end}));
}

TEST(GuardedLayout, changesOutsideGuardsAreNotDamage)
{
    const GuardedLayout layout = layoutOfThree();
    EXPECT_FALSE(damageAt(layout, layout.tensors[0].begin, layout.tensors[0].begin));
    EXPECT_FALSE(damageAt(layout, layout.bytes, layout.bytes));
    EXPECT_FALSE(damageAt(layout, 5, 4));
    EXPECT_FALSE(damageAt(layout, -1, 4));
}

TEST(GuardedLayout, guardsPropagateThroughComputations)
{
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes.at(i) = guardPattern.at(i % guardPattern.size());
    float single = 0;
    double wide = 0;
    std::memcpy(&single, bytes.data(), sizeof single);
    std::memcpy(&wide, bytes.data(), sizeof wide);
    EXPECT_TRUE(std::isnan(single));
    EXPECT_TRUE(std::isnan(wide));
}

} // namespace loupe
