// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/linecost.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

CallOutcome took(double seconds, bool hasSlept = false)
{
    CallOutcome outcome;
    outcome.seconds = seconds;
    outcome.hasSlept = hasSlept;
    return outcome;
}

} // namespace

TEST(LineCosts, AreLowerQuartilesAndTheLargerSpread)
{
    const LineCost cost = lineCost(std::vector{5e-6, 1e-6, 3e-6, 2e-6, 4e-6},
                                   std::vector{10e-6, 10e-6, 20e-6, 30e-6, 30e-6});
    EXPECT_DOUBLE_EQ(cost.awake, 2e-6);
    EXPECT_DOUBLE_EQ(cost.asleep, 10e-6);
    EXPECT_DOUBLE_EQ(cost.spread, 20e-6);
    const LineCost none = lineCost({}, {});
    EXPECT_EQ(none.awake, 0.0);
    EXPECT_EQ(none.spread, 0.0);
}

TEST(LineCosts, AreTakenOffByHowTheEngineWaited)
{
    const LineCost cost{3e-6, 20e-6, 1e-6};
    EXPECT_DOUBLE_EQ(netSeconds(took(103e-6), cost), 100e-6);
    EXPECT_DOUBLE_EQ(netSeconds(took(120e-6, true), cost), 100e-6);
}

TEST(LineCosts, NoCallTakesLessThanATwentieth)
{
    const LineCost cost{30e-6, 40e-6, 10e-6};
    EXPECT_DOUBLE_EQ(netSeconds(took(20e-6), cost), 1e-6);
    EXPECT_GT(netSeconds(took(0.0), LineCost()), 0.0);
}

TEST(LineCosts, CallsOfAFewSpreadsAreTooShort)
{
    const LineCost cost{30e-6, 40e-6, 10e-6};
    EXPECT_TRUE(areTooShort(49e-6, cost));
    EXPECT_FALSE(areTooShort(51e-6, cost));
    EXPECT_FALSE(areTooShort(1e-9, LineCost()));
}

} // namespace loupe
