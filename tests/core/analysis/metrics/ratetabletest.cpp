// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/ratetable.h"

#include "core/analysis/rows/grouping.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe {

using test::metricRow;

TEST(RateTable, CountsAndMeansByHand)
{
    std::vector<MetricRow> rows{
        metricRow("a", Verdict::Correct, 2.0), metricRow("a", Verdict::Correct, 0.5),
        metricRow("a", Verdict::Correct, 1.0), metricRow("a", Verdict::Correct),
        metricRow("a", Verdict::WrongValue),   metricRow("a", Verdict::CompileError),
        metricRow("a", Verdict::Crashed),      metricRow("a", Verdict::RunTimeout),
        metricRow("a", Verdict::NotRecorded),  metricRow("a", Verdict::InfraError),
    };
    const auto table = rateTable(rows, GroupBy::Category);
    ASSERT_EQ(table.size(), 2u);
    const RateRow &a = table[0];
    EXPECT_EQ(a.evaluations, 10);
    EXPECT_EQ(a.judged, 8);
    EXPECT_EQ(a.built, 7);
    EXPECT_EQ(a.correct, 4);
    EXPECT_EQ(a.notCounted, 2);
    EXPECT_EQ(a.timed, 3);
    EXPECT_EQ(a.faster, 1) << "1.0 is not faster: fast_p is strict";
    EXPECT_DOUBLE_EQ(*a.fastp1, 1.0 / 8);
    EXPECT_NEAR(*a.geometricMeanSpeedup, 1.0, 1e-12);
    EXPECT_NEAR(*a.arithmeticMeanSpeedup, 3.5 / 3, 1e-12);
    EXPECT_DOUBLE_EQ(*a.medianSpeedup, 1.0);
    EXPECT_EQ(table[1].group, "all");
}

TEST(RateTable, FastpMatchesKernelBenchsOwnDefinition)
{
    // KernelBench src/score.py: fastp(is_correct, baseline, actual, n, p) counts correct with
    // baseline/actual > p over all n; here n = 5, speedups 2.0 and 1.5 correct, 3.0 wrong: 2/5.
    const std::vector<MetricRow> rows{
        metricRow("a", Verdict::Correct, 2.0), metricRow("a", Verdict::Correct, 1.5),
        metricRow("a", Verdict::Correct, 0.7), metricRow("a", Verdict::WrongValue, 3.0),
        metricRow("a", Verdict::CompileError)};
    EXPECT_DOUBLE_EQ(*rateTable(rows, GroupBy::All)[0].fastp1, 0.4);
}

TEST(RateTable, EmptyAndUncountedGroupsHaveNoRates)
{
    EXPECT_EQ(rateTable({}, GroupBy::Category).size(), 1u);
    const std::vector<MetricRow> rows{metricRow("a", Verdict::NotRecorded)};
    const RateRow row = rateTable(rows, GroupBy::All)[0];
    EXPECT_EQ(row.judged, 0);
    EXPECT_FALSE(row.fastp1);
    EXPECT_FALSE(row.geometricMeanSpeedup);
}

TEST(RateTable, FastpIsUnknownWithoutTimedCorrectResults)
{
    const std::vector<MetricRow> untimed{metricRow("a", Verdict::Correct),
                                         metricRow("a", Verdict::Crashed)};
    EXPECT_FALSE(rateTable(untimed, GroupBy::All)[0].fastp1);
    const std::vector<MetricRow> failed{metricRow("a", Verdict::Crashed)};
    EXPECT_DOUBLE_EQ(*rateTable(failed, GroupBy::All)[0].fastp1, 0.0);
}

TEST(RateTable, GroupsSumToAll)
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const auto table = rateTable(test::randomRows(seed, 300), GroupBy::Category);
        RateRow sum;
        for (std::size_t i = 0; i + 1 < table.size(); ++i) {
            sum.evaluations += table[i].evaluations;
            sum.judged += table[i].judged;
            sum.correct += table[i].correct;
            sum.timed += table[i].timed;
            EXPECT_EQ(table[i].judged + table[i].notCounted, table[i].evaluations);
        }
        EXPECT_EQ(sum.evaluations, table.back().evaluations);
        EXPECT_EQ(sum.judged, table.back().judged);
        EXPECT_EQ(sum.correct, table.back().correct);
        EXPECT_EQ(sum.timed, table.back().timed);
    }
}

TEST(Grouping, NamesRoundTrip)
{
    for (const GroupBy each : {GroupBy::All, GroupBy::Category, GroupBy::Method, GroupBy::Round,
                               GroupBy::Level, GroupBy::Suite, GroupBy::Task, GroupBy::Precision,
                               GroupBy::Device, GroupBy::Run, GroupBy::Baseline, GroupBy::Protocol})
        EXPECT_EQ(groupByFromName(name(each)), each);
    EXPECT_FALSE(groupByFromName("colour"));
}

} // namespace loupe
