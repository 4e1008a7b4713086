// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/averagetable.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns the figures of one group by name.
std::map<std::string, Figure> figuresOf(const std::vector<FigureLine> &lines,
                                        const std::string &group)
{
    std::map<std::string, Figure> out;
    for (const FigureLine &line : lines) {
        if (line.group != group)
            continue;
        EXPECT_TRUE(out.emplace(line.name, line.figure).second) << line.name;
    }
    return out;
}

MetricRow timedRow(const std::string &task, int sample, std::optional<double> speedup)
{
    MetricRow row = metricRow("x", Verdict::Correct, speedup);
    row.task = task;
    row.sample = sample;
    return row;
}

} // namespace

// By hand: task a has 4 and 1, b 0.5, c 8; d is correct and untimed, e wrong, f not judged.
TEST(AverageTable, EveryAverageByHand)
{
    std::vector<MetricRow> rows{timedRow("a", 0, 4.0), timedRow("a", 1, 1.0), timedRow("b", 0, 0.5),
                                timedRow("c", 0, 8.0), timedRow("d", 0, {}),  timedRow("e", 0, 3.0),
                                timedRow("f", 0, {})};
    rows[5].verdict = Verdict::WrongValue;
    rows[6].verdict = Verdict::InfraError;
    rows[0].baselineMs = 8;
    rows[0].candidateMs = 2;
    rows[1].baselineMs = 2;
    rows[1].candidateMs = 2;
    rows[3].baselineMs = 4; // the candidate's time is unknown
    auto found = figuresOf(averageTable(rows, GroupBy::All), "all");
    ASSERT_EQ(found.size(), 9U);
    EXPECT_DOUBLE_EQ(*found["geometric mean"].value, 2);
    EXPECT_EQ(found["geometric mean"].used, 4);
    EXPECT_EQ(found["geometric mean"].total, 5);
    EXPECT_DOUBLE_EQ(*found["arithmetic mean"].value, 3.375);
    EXPECT_DOUBLE_EQ(*found["harmonic mean"].value, 4 / (0.25 + 1 + 2 + 0.125));
    EXPECT_DOUBLE_EQ(*found["median"].value, 2.5);
    EXPECT_DOUBLE_EQ(*found["interquartile mean (exact)"].value, 2.5);
    EXPECT_DOUBLE_EQ(*found["interquartile mean (KernelGenBench)"].value, 2.5);
    EXPECT_DOUBLE_EQ(*found["ratio of total times"].value, 2.5);
    EXPECT_EQ(found["ratio of total times"].used, 2);
    EXPECT_DOUBLE_EQ(*found["best of task, geometric mean"].value, std::cbrt(16.0));
    EXPECT_DOUBLE_EQ(*found["best of task, at least 1 (METR)"].value, std::cbrt(32.0));
    EXPECT_EQ(found["best of task, at least 1 (METR)"].used, 3);
    EXPECT_EQ(found["best of task, at least 1 (METR)"].total, 5);
}

TEST(AverageTable, GroupsByPrecisionAndRoundThenAll)
{
    std::vector<MetricRow> rows{timedRow("a", 0, 2.0), timedRow("b", 0, 8.0)};
    rows[0].precision = "fp32";
    rows[1].round = 1;
    const auto precisions = averageTable(rows, GroupBy::Precision);
    EXPECT_DOUBLE_EQ(*figuresOf(precisions, "fp32")["geometric mean"].value, 2);
    EXPECT_DOUBLE_EQ(*figuresOf(precisions, "(none)")["geometric mean"].value, 8);
    EXPECT_DOUBLE_EQ(*figuresOf(precisions, "all")["geometric mean"].value, 4);
    const auto rounds = averageTable(rows, GroupBy::Round);
    EXPECT_DOUBLE_EQ(*figuresOf(rounds, "round 1")["median"].value, 8);
    EXPECT_TRUE(averageTable({}, GroupBy::All).empty());
}

TEST(AverageTable, MeansOfUtilisation)
{
    const std::vector<MetricRow> rows{timedRow("a", 0, 2.0), timedRow("b", 0, 2.0),
                                      timedRow("c", 0, {})};
    const std::vector<Utilisation> of{{0.5, 0.1, 0.5}, {0.3, {}, 0.3}, {}};
    auto found = figuresOf(utilisationTable(rows, of, GroupBy::Category), "x");
    EXPECT_DOUBLE_EQ(*found["IOU"].value, 0.4);
    EXPECT_EQ(found["IOU"].used, 2);
    EXPECT_EQ(found["IOU"].total, 3);
    EXPECT_DOUBLE_EQ(*found["MFU"].value, 0.1);
    EXPECT_DOUBLE_EQ(*found["max(IOU, MFU)"].value, 0.4);
}

// By hand: 4 at equal work for a claim of 8, and 1 for a claim of 1; the third has no raw times.
TEST(AverageTable, SpeedupsAtEqualWork)
{
    const std::vector<MetricRow> rows{timedRow("a", 0, 8.0), timedRow("b", 0, 1.0),
                                      timedRow("c", 0, 2.0)};
    std::vector<EqualWork> of(3);
    of[0].speedup = 4;
    of[0].claimed = 8;
    of[0].baselineOnly = 1;
    of[0].coveredShare = 0.5;
    of[1].speedup = 1;
    of[1].claimed = 1;
    of[1].coveredShare = 1;
    auto found = figuresOf(equalWorkTable(rows, of, GroupBy::All), "all");
    EXPECT_DOUBLE_EQ(*found["speedup at equal work"].value, 2);
    EXPECT_EQ(found["speedup at equal work"].used, 2);
    EXPECT_EQ(found["speedup at equal work"].total, 3);
    EXPECT_DOUBLE_EQ(*found["speedup claimed"].value, std::sqrt(8.0));
    EXPECT_DOUBLE_EQ(*found["share that dropped cases"].value, 0.5);
    EXPECT_DOUBLE_EQ(*found["baseline's time covered"].value, 0.75);
}

} // namespace loupe::test
