// SPDX-License-Identifier: Apache-2.0
#include "core/timing/clockagreement.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(ClockAgreement, HoldsForMeasurementsOfAnH200)
{
    // A ReLU of 64 Mi floats: CUPTI 126.5 µs, events 134.5 µs (design/feasibility).
    EXPECT_TRUE(compareClocks({0.1265, 0.1345, 0.160, 0.300, {}, {}, {}}).holds());
}

TEST(ClockAgreement, NamesTheDeviatingClock)
{
    // 1 ms on the device: events may be 0.12 ms early, and events and the host 0.35 ms late.
    const auto little = compareClocks({1.0, 0.5, 1.3, 2.0, {}, {}, {}});
    ASSERT_EQ(little.disagreements.size(), 1u);
    EXPECT_EQ(little.disagreements[0].clock, "cuda_event");
    EXPECT_NEAR(little.disagreements[0].allowedMs, 0.12, 1e-12);
    EXPECT_EQ(little.text(),
              "cuda_event says 0.5000 ms where cupti says 1.0000 ms (0.1200 allowed)");
    const auto much = compareClocks({1.0, 1.0, 1.36, 2.0, {}, {}, {}});
    ASSERT_EQ(much.disagreements.size(), 1u);
    EXPECT_EQ(much.disagreements[0].clock, "host");
}

TEST(ClockAgreement, ReportsTimesAboveTheEngineTime)
{
    const auto agreement = compareClocks({1.0, 1.0, 1.0, 0.99, {}, {}, {}});
    ASSERT_EQ(agreement.disagreements.size(), 1u);
    EXPECT_EQ(agreement.disagreements[0].clock, "engine_wall");
}

TEST(ClockAgreement, EventsMayIncludeLaunchLatency)
{
    // An honest Triton kernel on an H200 while builds use all cores.
    EXPECT_TRUE(compareClocks({0.1017, 0.196, 0.3093, 0.6083, 0.0025, 0.1827, 0.29}).holds());
}

TEST(ClockAgreement, DetectsGapsBetweenKernels)
{
    // Two kernels of 0.5 ms. The gap between them differs from that in the calls timed by events.
    EXPECT_FALSE(compareClocks({1.5, 1.1, 1.6, 2.0, {}, {}, {}}).holds());
    EXPECT_TRUE(compareClocks({1.5, 1.1, 1.6, 2.0, 1.0, {}, {}}).holds());
}

TEST(ClockAgreement, ASpanOfManyLaunchesIsReadNextToTheEvents)
{
    // A network of 463 kernels on an H200, compared with itself.
    ClockReadings readings{10.9787, 15.2651, 11.1422, 12.8915, 3.7346, 15.0476, 11.1422};
    EXPECT_FALSE(compareClocks(readings).holds());
    readings.laterCuptiMs = 15.6;
    EXPECT_TRUE(compareClocks(readings).holds());
    readings.eventQuartileMs = 18.0;
    EXPECT_FALSE(compareClocks(readings).holds()) << "work that is in no span";
}

TEST(ClockAgreement, ToleratesWaitsInSomeCalls)
{
    EXPECT_FALSE(compareClocks({1.0, 1.5, 2.0, 2.5, {}, {}, {}}).holds());
    EXPECT_TRUE(compareClocks({1.0, 1.5, 2.0, 2.5, {}, 1.05, 1.2}).holds());
    EXPECT_FALSE(compareClocks({1.0, 1.5, 2.0, 2.5, {}, 1.4, 1.2}).holds());
}

TEST(ClockAgreement, ReferenceGivesTheToleranceOfLateness)
{
    const ClockTolerance beside = toleranceBeside({1.0, 1.4, 1.9, 2.5, {}, {}, {}});
    EXPECT_NEAR(beside.eventLatenessMs, 0.4, 1e-12);
    EXPECT_NEAR(beside.hostLatenessMs, 0.9, 1e-12);
    EXPECT_TRUE(compareClocks({1.0, 1.7, 2.2, 2.5, {}, {}, {}}, beside).holds());
    // The limit for early times does not depend on the load.
    EXPECT_FALSE(compareClocks({1.0, 0.5, 2.2, 2.5, {}, {}, {}}, beside).holds());
    EXPECT_FALSE(compareClocks({1.0, 1.8, 2.2, 2.5, {}, {}, {}}, beside).holds());
    EXPECT_EQ(toleranceBeside({}).eventLatenessMs, 0);
}

TEST(ClockAgreement, ComparesNothingWithoutCupti)
{
    EXPECT_TRUE(compareClocks({std::nullopt, 5.0, 1.0, 0.1, {}, {}, {}}).holds());
    EXPECT_TRUE(compareClocks({1.0, std::nullopt, std::nullopt, std::nullopt, {}, {}, {}}).holds());
}

} // namespace loupe
