// SPDX-License-Identifier: Apache-2.0
//
// Tests the load report of a run and its bottleneck, with made-up evaluations and a simulated
// clock.
#include "core/engine/contract/occupationlog.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::string gpu = "cuda:0";

/// Occupation of one evaluation in an interval, in seconds.
struct Stay {
    double from;
    double to;
    Occupation at;
    std::string device = gpu;
};

/// Returns the last report of a run with four concurrent evaluations. It reports once a second.
RunLoad toldOf(const std::vector<Stay> &stays, double end)
{
    LoadMeter meter(4);
    RunLoad load;
    std::vector<std::pair<double, std::pair<bool, const Stay *>>> events;
    for (const Stay &stay : stays) {
        events.push_back({stay.from, {true, &stay}});
        events.push_back({stay.to, {false, &stay}});
    }
    std::ranges::stable_sort(events, {}, [](const auto &event) { return event.first; });
    double next = 1;
    for (const auto &[second, event] : events) {
        for (; next < second; ++next)
            load = meter.tell(next);
        if (event.first)
            meter.enter(second, event.second->device, event.second->at);
        else
            meter.leave(second, event.second->device, event.second->at);
    }
    for (; next <= end; ++next)
        load = meter.tell(next);
    return load;
}

} // namespace

TEST(LoadMeter, SharesAreOfTheTimeAndOfTheEvaluationsAtATime)
{
    const RunLoad load = toldOf({{0, 2, Occupation::Build},
                                 {0, 4, Occupation::Draw},
                                 {2, 3, Occupation::Device},
                                 {2.5, 3.5, Occupation::Device},
                                 {3.5, 4, Occupation::Time}},
                                4);
    EXPECT_DOUBLE_EQ(load.second, 4);
    EXPECT_DOUBLE_EQ(load.all.building, 2.0 / 16);
    EXPECT_DOUBLE_EQ(load.all.drawing, 4.0 / 16);
    EXPECT_DOUBLE_EQ(load.all.device, 1.5 / 4) << "two at once use it once";
    EXPECT_DOUBLE_EQ(load.all.timing, 0.5 / 4);
    EXPECT_DOUBLE_EQ(load.latest.device, 0.5) << "from 3 to 3.5";
    EXPECT_EQ(load.now, (std::array<int, occupations>{}));
}

TEST(LoadMeter, CountsItemsByOccupation)
{
    LoadMeter meter(8);
    meter.enter(0, gpu, Occupation::Build);
    meter.enter(0, gpu, Occupation::Build);
    meter.enter(1, "cuda:1", Occupation::WaitForMemory);
    meter.leave(2, gpu, Occupation::Build);
    const RunLoad load = meter.tell(2);
    EXPECT_EQ(load.at(Occupation::Build), 1);
    EXPECT_EQ(load.at(Occupation::WaitForMemory), 1);
    EXPECT_TRUE(load.isAtWork());
}

TEST(LoadMeter, IdleDeviceIsBoundByTheLongestOccupation)
{
    const auto boundBy = [](Occupation occupation) {
        return toldOf({{0, 6, occupation},
                       {0, 1, Occupation::Build}, // building, but shorter
                       {6, 10, Occupation::Device},
                       {6, 10, Occupation::Draw}, // does not block the device
                       {6, 10, Occupation::Draw}},
                      10)
            .bound;
    };
    EXPECT_EQ(boundBy(Occupation::Build), RunBound::Builds);
    EXPECT_EQ(boundBy(Occupation::Draw), RunBound::Draws);
    EXPECT_EQ(boundBy(Occupation::WaitForMemory), RunBound::Memory);
    EXPECT_EQ(boundBy(Occupation::Start), RunBound::Starts);
    EXPECT_EQ(boundBy(Occupation::WaitForTiming), RunBound::Timing);
    EXPECT_EQ(boundBy(Occupation::WaitForTurn), RunBound::Timing);
}

TEST(LoadMeter, BoundIsTheLargestShareOfDeviceTime)
{
    EXPECT_EQ(toldOf({{0, 5.1, Occupation::Device}, {5.1, 10, Occupation::Build}}, 10).bound,
              RunBound::Device);
    EXPECT_EQ(toldOf({{0, 4.9, Occupation::Device}, {4.9, 10, Occupation::Build}}, 10).bound,
              RunBound::Builds);
    EXPECT_EQ(toldOf({{0, 4, Occupation::Device},
                      {4, 7, Occupation::Time},
                      {7, 9, Occupation::WaitForTurn},
                      {9, 10, Occupation::Build}},
                     10)
                  .bound,
              RunBound::Timing)
        << "with what is waited for it";
    EXPECT_EQ(toldOf({{0, 3, Occupation::Device}, {3, 8, Occupation::Time}}, 10).bound,
              RunBound::Timing);
    EXPECT_EQ(toldOf({}, 10).bound, RunBound::Nothing);
}

TEST(LoadMeter, RecentSharesIgnoreOlderWork)
{
    const RunLoad load = toldOf({{0, 30, Occupation::Build}, {30, 40, Occupation::Device}}, 40);
    EXPECT_EQ(load.bound, RunBound::Device);
    EXPECT_EQ(load.boundSoFar, RunBound::Builds);
    EXPECT_DOUBLE_EQ(load.recent.device, 1);
    EXPECT_DOUBLE_EQ(load.recent.building, 0);
    EXPECT_DOUBLE_EQ(load.all.device, 0.25);
}

TEST(LoadMeter, SeveralDevicesCountAsTheirMean)
{
    const RunLoad load = toldOf({{0, 2, Occupation::Device, "cuda:0"},
                                 {2, 4, Occupation::WaitForMemory, "cuda:0"},
                                 {0, 1, Occupation::Time, "cuda:1"},
                                 {1, 4, Occupation::WaitForMemory, "cuda:1"}},
                                4);
    EXPECT_DOUBLE_EQ(load.all.device, 0.25);
    EXPECT_DOUBLE_EQ(load.all.timing, 0.125);
    EXPECT_EQ(load.bound, RunBound::Memory);
}

} // namespace loupe
