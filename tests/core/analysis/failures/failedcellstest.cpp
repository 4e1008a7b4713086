// SPDX-License-Identifier: Apache-2.0
// Expected counts were counted by hand from the rows in this file.
#include "core/analysis/failures/failureclusters.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow failedRow(std::int64_t id, const char *task, int round, Verdict verdict)
{
    MetricRow out;
    out.id = {id};
    out.suite = "suite";
    out.run = "run";
    out.task = task;
    out.method = "x";
    out.round = round;
    out.verdict = verdict;
    return out;
}

FailureCluster cluster(const char *fingerprint, std::int64_t evaluations)
{
    FailureCluster out;
    out.fingerprint = fingerprint;
    out.fingerprints = {out.fingerprint};
    out.count = evaluations;
    return out;
}

TEST(FailedCells, ACellCountsOnceByItsLastRound)
{
    const Population population = populationOf(
        {failedRow(1, "a", 0, Verdict::CompileError), failedRow(2, "a", 1, Verdict::CompileError),
         failedRow(3, "b", 0, Verdict::CompileError), failedRow(4, "b", 1, Verdict::Correct),
         failedRow(5, "c", 0, Verdict::WrongValue), failedRow(6, "d", 0, Verdict::InfraError)},
        {});
    const std::vector<FailureReason> reasons{{{1}, "f", "syntax", "';'"},
                                             {{2}, "f", "syntax", "';'"},
                                             {{3}, "f", "syntax", "';'"},
                                             {{5}, "g", "wrong_value", "off"},
                                             {{99}, "g", "wrong_value", "of another method"}};
    std::vector<FailureCluster> clusters{cluster("h", 4), cluster("f", 3), cluster("g", 2)};
    const FailedCells cells = countFailedCells(clusters, {&population, 1}, reasons);
    EXPECT_EQ(cells.judged, 3U);
    EXPECT_EQ(cells.failed, 2U);
    // Clusters with cells come first. Ties keep their order.
    EXPECT_EQ(clusters[0].fingerprint, Name("f"));
    EXPECT_EQ(clusters[0].cells, 1U);
    EXPECT_EQ(clusters[1].fingerprint, Name("g"));
    EXPECT_EQ(clusters[1].cells, 1U);
    EXPECT_EQ(clusters[2].cells, 0U);
}

TEST(FailedCells, ACellTimedOverSeveralBaselinesCountsOnce)
{
    std::vector<MetricRow> rows;
    for (const char *baseline : {"eager", "compile", "cudnn"}) {
        MetricRow fast
            = failedRow(static_cast<std::int64_t>(rows.size()) + 1, "a", 0, Verdict::Correct);
        fast.baseline = baseline;
        fast.speedup = 2.0;
        rows.push_back(fast);
        rows.push_back(
            failedRow(static_cast<std::int64_t>(rows.size()) + 1, "b", 0, Verdict::CompileError));
    }
    const std::vector<Population> blocks = blocksOf(rows, Scope());
    ASSERT_EQ(blocks.size(), 3U);
    std::vector<FailureReason> reasons;
    for (const MetricRow &row : rows) {
        if (row.verdict == Verdict::CompileError)
            reasons.push_back({row.id, "f", "syntax", "';'"});
    }
    std::vector<FailureCluster> clusters{cluster("f", 3)};
    const FailedCells cells = countFailedCells(clusters, blocks, reasons);
    EXPECT_EQ(cells.judged, 2U);
    EXPECT_EQ(cells.failed, 1U);
    EXPECT_EQ(clusters[0].cells, 1U);
}

TEST(FailedCells, CountsCellsOfSeveralPopulationsOnce)
{
    const Population population = populationOf({failedRow(1, "a", 0, Verdict::CompileError)}, {});
    const std::vector<Population> twice{population, population};
    const std::vector<FailureReason> reasons{{{1}, "f", "syntax", "';'"}};
    std::vector<FailureCluster> clusters{cluster("f", 1)};
    const FailedCells cells = countFailedCells(clusters, twice, reasons);
    EXPECT_EQ(cells.judged, 1U);
    EXPECT_EQ(cells.failed, 1U);
    EXPECT_EQ(clusters[0].cells, 1U);
}

} // namespace
} // namespace loupe
