// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/mixture.h"

#include "core/analysis/population/countedresults.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns three kernels on each of two devices. On the first device they are also timed against a
/// second baseline.
std::vector<MetricRow> rowsOfTwoDevices()
{
    std::vector<MetricRow> rows;
    const auto add
        = [&](const char *task, const char *device, const char *baseline, double speedup) {
              MetricRow row = metricRow("c", Verdict::Correct, speedup);
              row.id = {static_cast<std::int64_t>(rows.size()) + 1};
              row.task = task;
              row.device = device;
              row.baseline = baseline;
              row.protocol = "suite-1";
              rows.push_back(row);
          };
    for (const char *task : {"a", "b", "d"}) {
        add(task, "A100", "eager", 2.0 + task[0]);
        add(task, "A100", "torch.compile", 1.0 + task[0]);
    }
    add("a", "H20", "eager", 3.0);
    return rows;
}

Scope with(GroupBy condition, ConditionRule::Kind kind, const char *value = "")
{
    Scope out;
    out.rules[condition] = {kind, value};
    return out;
}

} // namespace

TEST(MixtureTest, ReportsAutomaticChoices)
{
    const Mixture mixture = mixtureOf(populationOf(rowsOfTwoDevices(), {}));
    ASSERT_EQ(mixture.conditions.size(), 2U);
    EXPECT_EQ(mixture.conditions[0].condition, GroupBy::Device);
    EXPECT_EQ(mixture.conditions[1].condition, GroupBy::Baseline);
    EXPECT_FALSE(mixture.isPooled);
    EXPECT_EQ(mixture.leftOut, 1U);       // on the other device
    EXPECT_EQ(mixture.otherSpeedups, 3U); // against the other baseline
    EXPECT_EQ(reasonOf(mixture), "Mixed: 2 devices, 2 baselines.");
    EXPECT_EQ(consequenceOf(mixture),
              "Shown: device A100, baseline eager; 1 other result and 3 other "
              "speedups excluded.");
}

TEST(MixtureTest, IsEmptyAfterAnExplicitChoice)
{
    Scope scope = with(GroupBy::Device, ConditionRule::Kind::Only, "A100");
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    EXPECT_TRUE(mixtureOf(populationOf(rowsOfTwoDevices(), scope)).isEmpty());
    EXPECT_TRUE(mixtureOf(populationOf({}, {})).isEmpty());
}

TEST(MixtureTest, ReportsPooledConditionsFirst)
{
    const Mixture mixture = mixtureOf(
        populationOf(rowsOfTwoDevices(), with(GroupBy::Baseline, ConditionRule::Kind::Pool)));
    ASSERT_EQ(mixture.conditions.size(), 1U); // the chosen device is reported later
    EXPECT_TRUE(mixture.isPooled);
    EXPECT_EQ(reasonOf(mixture), "Pooled: 2 baselines.");
}

TEST(MixtureTest, AConfirmedScopeNamesTheChosenValues)
{
    const Scope settled = settledScope(populationOf(rowsOfTwoDevices(), {}));
    EXPECT_EQ(settled.rule(GroupBy::Device).value, "A100");
    EXPECT_EQ(settled.rule(GroupBy::Baseline).value, "eager");
    EXPECT_EQ(settled.rule(GroupBy::Suite).kind, ConditionRule::Kind::Largest); // there is only one
    // More results of the other device do not change the choice.
    std::vector<MetricRow> more = rowsOfTwoDevices();
    for (const char *task : {"e", "f", "g", "h"}) {
        more.push_back(more.back());
        more.back().task = task;
    }
    EXPECT_EQ(populationOf(more, settled).cells().size(), 3U);
    EXPECT_EQ(populationOf(more, {}).condition(GroupBy::Device).value, "H20");
}

TEST(MixtureTest, ObservationsIncludeEveryRoundAndFlaggedResults)
{
    std::vector<MetricRow> rows = rowsOfTwoDevices();
    rows.push_back(rows.front());
    rows.back().round = 1;
    rows.back().isWithheld = true;
    Scope scope;
    scope.choice = {AttemptRule::AtRound, 0};
    const Population counted = populationOf(rows, scope);
    EXPECT_EQ(counted.observations().size(), 3U);
    const Population listed = populationOf(rows, observationScope(counted));
    EXPECT_EQ(listed.observations().size(), 4U);
}

TEST(ValueCountsTest, CountsValuesInFilterSyntax)
{
    std::vector<MetricRow> rows{metricRow("a", Verdict::Correct), metricRow("a", Verdict::Crashed),
                                metricRow("b", Verdict::InfraError)};
    rows[0].level = 2;
    rows[1].round = 3;
    rows[1].device = "A100";
    using Counts = std::vector<ValueCount>;
    EXPECT_EQ(valueCounts(rows, "category"), (Counts{{"a", 2}, {"b", 1}}));
    EXPECT_EQ(valueCounts(rows, "status"),
              (Counts{{"correct", 1}, {"crash", 1}, {"infra_error", 1}}));
    EXPECT_EQ(valueCounts(rows, "level"), (Counts{{"", 2}, {"2", 1}}));
    EXPECT_EQ(valueCounts(rows, "round"), (Counts{{"0", 2}, {"3", 1}}));
    EXPECT_EQ(valueCounts(rows, "device"), (Counts{{"", 2}, {"A100", 1}}));
    EXPECT_EQ(valueCounts(rows, "method"), (Counts{{"m", 3}}));
    EXPECT_TRUE(valueCounts(rows, "message").empty());
    EXPECT_TRUE(valueCounts({}, "method").empty());
}

} // namespace loupe::test
