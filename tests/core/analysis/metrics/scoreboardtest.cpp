// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/scoreboard.h"

#include <numeric>

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow row(const char *task, const char *method, Verdict verdict,
              std::optional<double> speedup = std::nullopt)
{
    MetricRow out;
    out.suite = "suite";
    out.run = "run";
    out.task = task;
    out.method = method;
    out.category = "gemm";
    out.verdict = verdict;
    out.speedup = speedup;
    out.device = speedup ? "A100" : "";
    return out;
}

/// Returns rows of two methods on three tasks.
std::vector<MetricRow> study()
{
    std::vector<MetricRow> rows{
        row("a", "careful", Verdict::Correct, 0.5), row("b", "careful", Verdict::Correct, 2.0),
        row("c", "careful", Verdict::Correct),      row("a", "hasty", Verdict::Correct, 4.0),
        row("b", "hasty", Verdict::CompileError),   row("c", "hasty", Verdict::InfraError)};
    rows[2].category = rows[5].category = "norm";
    return rows;
}

TEST(Scoreboard, OrdersMethodsBySolvedTasks)
{
    const Scoreboard board = scoreboard(populationOf(study(), {}));
    ASSERT_EQ(board.rows.size(), 2U);
    EXPECT_EQ(board.rows[0].name, "careful");
    EXPECT_EQ(board.rows[0].rates.correct, 3);
    EXPECT_DOUBLE_EQ(board.rows[0].geometricMean->estimate, 1.0); // of 0.5 and 2
    EXPECT_EQ(board.rows[1].rates.judged, 2);
    EXPECT_EQ(board.tasks, 3U);
    EXPECT_EQ(board.solvedByAny, 3U);
    EXPECT_EQ(board.solvedByAll, 1U);
}

TEST(Scoreboard, OutcomesSumToTheCells)
{
    const Scoreboard board = scoreboard(populationOf(study(), {}));
    const ScoreRow &careful = board.rows[0];
    EXPECT_EQ(careful.count(CellOutcome::CorrectFaster), 1);
    EXPECT_EQ(careful.count(CellOutcome::CorrectSlower), 1);
    EXPECT_EQ(careful.count(CellOutcome::CorrectUntimed), 1);
    const ScoreRow &hasty = board.rows[1];
    EXPECT_EQ(hasty.count(CellOutcome::NoBuild), 1);
    EXPECT_EQ(hasty.count(CellOutcome::NotJudged), 1);
    for (const ScoreRow &each : board.rows)
        EXPECT_EQ(std::accumulate(each.outcomes.begin(), each.outcomes.end(), 0), 3);
}

TEST(Scoreboard, SpeedupOfOneIsNeitherFasterNorSlower)
{
    const MetricRow same = row("a", "m", Verdict::Correct, 1.0);
    EXPECT_EQ(label(cellOutcome(same)), "correct, not faster");
    EXPECT_EQ(label(cellOutcome(row("a", "m", Verdict::Correct, 1.001))), "correct, faster");
}

TEST(Scoreboard, SplitConditionsAreRowsOfTheirOwn)
{
    std::vector<MetricRow> rows{row("a", "m", Verdict::Correct, 2.0),
                                row("a", "m", Verdict::Correct, 3.0)};
    rows[1].device = "H100";
    Scope scope;
    scope.rules[GroupBy::Device] = {ConditionRule::Kind::Split, {}};
    const Scoreboard board = scoreboard(populationOf(rows, scope));
    ASSERT_EQ(board.rows.size(), 2U);
    EXPECT_EQ(board.rows[0].name, "m · A100");
    EXPECT_EQ(board.rows[1].name, "m · H100");
}

TEST(Scoreboard, TheMatrixCountsTasksOnceForAllMethods)
{
    const Population population = populationOf(study(), {});
    const auto matrix = categoryMatrix(population, scoreboard(population));
    ASSERT_EQ(matrix.size(), 3U); // all of them, gemm, norm
    EXPECT_EQ(matrix[0].category, "");
    EXPECT_EQ(matrix[0].tasks, 3);
    EXPECT_EQ(matrix[0].correct, (std::vector{3, 1}));
    EXPECT_EQ(matrix[1].category, "gemm");
    EXPECT_EQ(matrix[1].tasks, 2);
    EXPECT_EQ(matrix[1].judged, (std::vector{2, 2}));
    EXPECT_EQ(matrix[2].category, "norm");
    EXPECT_EQ(matrix[2].judged, (std::vector{1, 0}));
}

TEST(Scoreboard, TheSolvedShareHasWilsonsLimits)
{
    const Population population = populationOf(study(), {});
    const auto matrix = categoryMatrix(population, scoreboard(population));
    const SolvedShare second = solvedShare(matrix[0], 1); // 1 of 3
    EXPECT_DOUBLE_EQ(second.share, 1.0 / 3);
    EXPECT_NEAR(second.limits.low, 0.0615, 1e-3);
    EXPECT_NEAR(second.limits.high, 0.7923, 1e-3);
    const SolvedShare none = solvedShare(CategoryRow{{}, {}, {}, 0, {0}, {0}}, 0);
    EXPECT_EQ(none.share, 0);
    EXPECT_EQ(none.limits.high, 1);
}

TEST(Scoreboard, IsEmptyWithoutRows)
{
    const Population none = populationOf({}, {});
    EXPECT_TRUE(scoreboard(none).rows.empty());
    EXPECT_TRUE(categoryMatrix(none, scoreboard(none)).empty());
}

} // namespace
} // namespace loupe
