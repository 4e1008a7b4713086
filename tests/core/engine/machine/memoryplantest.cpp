// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memoryplan.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::int64_t oneGigabyte = std::int64_t{1} << 30;

DevicePlan devicePlanOf(const TaskSizes &sizes, bool isStreamed = false)
{
    return devicePlan(sizes, SizeLimits::ofDevice(128 * oneGigabyte), isStreamed, 5 * oneGigabyte);
}

} // namespace

TEST(MemoryPlan, CountsEveryCopyIfOnlyInputsAreKnown)
{
    const std::int64_t empty = devicePlanOf({.inputs = 0}).judging;
    EXPECT_GT(empty, oneGigabyte) << "three processes start the device";
    const DevicePlan plan = devicePlanOf({.inputs = 6 * oneGigabyte});
    EXPECT_EQ(plan.judging - empty, 60 * oneGigabyte);
    EXPECT_EQ(plan.preparing, plan.judging);
    EXPECT_EQ(devicePlanOf({}).judging, 5 * oneGigabyte) << "a share, where nothing is known";
    EXPECT_EQ(devicePlan({}, SizeLimits::ofDevice(0), false, 0).most(), empty);
}

TEST(MemoryPlan, CountsWeightsAndScalesCopiesByResultSize)
{
    // A reduction of 8 GB to almost nothing, and a layer with 4 GB of weights and small inputs.
    const TaskSizes reduction{8 * oneGigabyte, 0, 0, 0};
    EXPECT_LT(devicePlanOf(reduction).most(), 61 * oneGigabyte)
        << "with the inputs of timed calls as drawn, kept, and handed over";
    EXPECT_GT(devicePlanOf(reduction).judging, 32 * oneGigabyte)
        << "the trial, the reference's copy, the candidate's two";
    const TaskSizes layer{0, 0, 4 * oneGigabyte, 0};
    const std::int64_t empty = devicePlanOf({.inputs = 0}).judging;
    EXPECT_EQ(devicePlanOf(layer).judging - empty, 4 * (1 + 3 + 2) * oneGigabyte)
        << "the reference's, those handed over, the candidate's and those that it is given";
    EXPECT_EQ(devicePlanOf(layer).preparing - empty, 4 * (1 + 3 + 2) * oneGigabyte)
        << "the reference's, those handed over, those in float64";
    const TaskSizes wide{0, 0, 6 * oneGigabyte, 0}; // has no float64 form
    EXPECT_EQ(devicePlanOf(wide).preparing - empty, 6 * (1 + 3 + 1) * oneGigabyte)
        << "and those to be put back";
}

TEST(MemoryPlan, CountsFloat64IfComputed)
{
    const std::int64_t empty = devicePlanOf({.inputs = 0}).judging;
    const TaskSizes small{2 * oneGigabyte, oneGigabyte, oneGigabyte, oneGigabyte};
    EXPECT_EQ(devicePlanOf(small).preparing - empty,
              (2 + 1) * oneGigabyte               // trial
                  + (1 + 2 + 2) * oneGigabyte     // reference
                  + 3 * oneGigabyte               // its transferred weights
                  + 2 * (1 + 2 + 1) * oneGigabyte // in float64
                  + oneGigabyte);                 // its result in float32
    EXPECT_EQ(devicePlanOf(small, true).judging - devicePlanOf(small).judging, 9 * oneGigabyte)
        << "where trials are made meanwhile";
    EXPECT_EQ(devicePlanOf(small).fresh, 9 * oneGigabyte) << "for a call that is timed by itself";
    EXPECT_EQ(devicePlanOf(small, true).fresh, 0) << "it is counted already";
    const TaskSizes large{8 * oneGigabyte, oneGigabyte, oneGigabyte, oneGigabyte};
    EXPECT_EQ(devicePlanOf(large, true).judging, devicePlanOf(large).judging)
        << "it has no float64 form";
    EXPECT_EQ(devicePlanOf(large).fresh, 0);
    const TaskSizes wide{oneGigabyte, oneGigabyte, 0, 40 * oneGigabyte};
    EXPECT_EQ(devicePlanOf(wide, true).judging, devicePlanOf(wide).judging)
        << "nor has what computes much on the way";
}

TEST(MemoryPlan, ATrialIsInputsAndResult)
{
    EXPECT_EQ((TaskSizes{3, 4, {}, {}}).trial(), 7);
    EXPECT_EQ((TaskSizes{3, {}, {}, {}}).trial(), 6) << "as large as the inputs, unless known";
    EXPECT_FALSE((TaskSizes{3, 4, 5, {}}).isKnown());
}

} // namespace loupe
