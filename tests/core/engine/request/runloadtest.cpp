// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runloadfields.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

RunLoad someLoad()
{
    RunLoad load;
    load.second = 12.5;
    load.now = {1, 2, 0, 3, 0, 1, 0, 0};
    load.latest = {0.5, 0.25, 1, 0};
    load.recent = {0.5, 0, 0.75, 0.125};
    load.all = {0, 1, 0.5, 0.25};
    load.bound = RunBound::Memory;
    load.boundSoFar = RunBound::Draws;
    return load;
}

} // namespace

TEST(RunLoad, RoundTrips)
{
    const Json sent = toJson(someLoad());
    EXPECT_EQ(sent.at("now").at("wait_for_memory"), 3);
    EXPECT_EQ(sent.at("bound"), "memory");
    const auto back = runLoadFromJson(sent);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(toJson(*back), sent);
    EXPECT_EQ(back->now, someLoad().now);
}

TEST(RunLoad, RefusesInvalidSharesAndCounts)
{
    const auto refused = [](const char *path, Json value) {
        Json sent = toJson(someLoad());
        sent[Json::json_pointer(path)] = std::move(value);
        const auto back = runLoadFromJson(sent);
        return !back && back.error().code == Errc::InvalidInput;
    };
    EXPECT_TRUE(refused("/recent/device", 1.5));
    EXPECT_TRUE(refused("/recent/device", "nan"));
    EXPECT_TRUE(refused("/now/build", -1));
    EXPECT_TRUE(refused("/second", -1.0));
    EXPECT_TRUE(refused("/bound", "weather"));
}

TEST(RunLoad, CombinesConcurrentParts)
{
    RunLoad busy = someLoad();
    RunLoad other = someLoad();
    other.second = 20;
    other.bound = other.boundSoFar = RunBound::Builds;
    other.recent.device = 0.25;
    RunLoad done;
    done.all.device = 0.5;
    const RunLoad all = together({{"shard 1", busy}, {"shard 2", other}, {"shard 3", done}});
    EXPECT_DOUBLE_EQ(all.second, 20);
    EXPECT_EQ(all.at(Occupation::Draw), 4);
    EXPECT_DOUBLE_EQ(all.recent.device, 0.5) << "of those who are at work";
    EXPECT_DOUBLE_EQ(all.all.device, 0.5);
    EXPECT_EQ(all.bound, RunBound::Builds) << "of two that are named as often the first";
    EXPECT_EQ(together({}).bound, RunBound::Nothing);
}

} // namespace loupe
