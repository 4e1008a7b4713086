// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/plan.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Candidate numbered(int number)
{
    Candidate candidate;
    candidate.task = "Math/task_" + std::to_string(number / 10);
    candidate.method = "m";
    candidate.sample = number % 10;
    return candidate;
}

int shardOf(const Candidate &candidate, int count)
{
    int found = 0;
    for (int index = 1; index <= count; ++index) {
        if (isInShard(candidate, {index, count})) {
            EXPECT_EQ(found, 0) << "in two shards";
            found = index;
        }
    }
    return found;
}

} // namespace

TEST(Sharding, EveryEvaluationIsInExactlyOneShard)
{
    std::map<int, int> sizes;
    for (int i = 0; i < 4000; ++i)
        ++sizes[shardOf(numbered(i), 4)];
    EXPECT_EQ(sizes.size(), 4U);
    for (const auto &[shard, size] : sizes)
        EXPECT_NEAR(size, 1000, 100) << shard; // more than three standard deviations of 27
}

// Computed with: printf 'Math/task_0\0m\0000\0000' | sha256sum, first 16 digits mod 7.
TEST(Sharding, FollowsFromTheKeyAlone)
{
    Candidate candidate = numbered(0);
    const int shard = shardOf(candidate, 7);
    EXPECT_EQ(shard, 3);
    candidate.source = "other";
    candidate.fileName = "elsewhere.cpp";
    EXPECT_EQ(shardOf(candidate, 7), shard);
}

TEST(Sharding, OneShardContainsAll)
{
    EXPECT_TRUE(isInShard(numbered(3), Shard()));
    EXPECT_TRUE(isInShard(numbered(4), {1, 1}));
}

} // namespace loupe
