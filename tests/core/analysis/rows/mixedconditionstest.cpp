// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/mixedconditions.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow timed(const char *device, const char *baseline, double speedup)
{
    MetricRow row;
    row.suite = "suite";
    row.protocol = "suite-1";
    row.device = device;
    row.baseline = baseline;
    row.speedup = speedup;
    return row;
}

TEST(MixedConditions, RowsOfOneDeviceAndBaselineAreNotMixed)
{
    EXPECT_TRUE(mixedConditions({}).empty());
    const std::vector rows{timed("A100", "eager", 1.0), timed("A100", "eager", 3.0)};
    EXPECT_TRUE(mixedConditions(rows).empty());
}

TEST(MixedConditions, DevicesAndBaselinesAreNamedInTheirOrder)
{
    const std::vector rows{timed("H100", "torch.compile (default)", 1.0),
                           timed("A100", "eager", 3.0), timed("H100", "eager", 2.0)};
    const std::vector<MixedCondition> expected{
        {GroupBy::Device, {"A100", "H100"}},
        {GroupBy::Baseline, {"eager", "torch.compile (default)"}}};
    EXPECT_EQ(mixedConditions(rows), expected);
}

TEST(MixedConditions, MissingValuesAndUntimedRowsDoNotMix)
{
    std::vector rows{timed("A100", "eager", 1.0), timed("not recorded", "", 3.0),
                     timed("H100", "eager", 2.0)};
    rows[2].speedup.reset();
    EXPECT_TRUE(mixedConditions(rows).empty());
}

TEST(MixedConditions, ReportsMixedRulesOfOutcomes)
{
    std::vector rows{timed("A100", "eager", 1.0), timed("A100", "eager", 1.0)};
    rows[1].speedup.reset();
    rows[1].protocol = "suite-2";
    const std::vector<MixedCondition> expected{{GroupBy::Protocol, {"suite-1", "suite-2"}}};
    EXPECT_EQ(mixedConditions(rows), expected);
}

TEST(MixedConditions, PrecisionsOfUntimedRowsMix)
{
    std::vector rows{timed("A100", "eager", 1.0), timed("H100", "eager", 1.0)};
    for (MetricRow &row : rows)
        row.speedup.reset();
    rows[0].precision = "fp32";
    rows[1].precision = "bf16";
    const std::vector<MixedCondition> expected{{GroupBy::Precision, {"bf16", "fp32"}}};
    EXPECT_EQ(mixedConditions(rows), expected) << "verdicts depend on the precision";
}

} // namespace
} // namespace loupe
