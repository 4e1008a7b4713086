// SPDX-License-Identifier: Apache-2.0
// Expected counts were counted by hand from the rows in this file.
#include "core/analysis/failures/causematrix.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow row(std::int64_t id, const char *task, const char *method, Verdict verdict)
{
    MetricRow out;
    out.id = {id};
    out.suite = "suite";
    out.run = "run";
    out.task = task;
    out.method = method;
    out.verdict = verdict;
    return out;
}

/// Returns rows in which one method fails twice for one reason, and another once for it and once
/// without a recorded reason.
Population study()
{
    return populationOf(
        {row(1, "a", "x", Verdict::CompileError), row(2, "b", "x", Verdict::CompileError),
         row(3, "c", "x", Verdict::Correct), row(4, "a", "y", Verdict::CompileError),
         row(5, "b", "y", Verdict::WrongValue), row(6, "c", "y", Verdict::InfraError)},
        {});
}

std::vector<FailureReason> reasons()
{
    return {{{1}, "f", "undefined_name", "unknown name 'tl'"},
            {{2}, "f", "undefined_name", "unknown name 'tl'"},
            {{4}, "f", "undefined_name", "unknown name 'tl'"},
            {{99}, "g", "other", "of an evaluation that is not counted"}};
}

TEST(CauseMatrix, FailuresCountByReasonAndMethod)
{
    const Population population = study();
    const Scoreboard board = scoreboard(population); // x, which solves one task, comes before y
    const auto causes = causeMatrix(population, board, reasons());
    ASSERT_EQ(causes.size(), 2U);
    EXPECT_EQ(causes[0].cause, "unknown name 'tl'");
    EXPECT_EQ(causes[0].all, 3U);
    EXPECT_EQ(causes[0].cells, (std::vector<std::vector<RowId>>{{{1}, {2}}, {{4}}}));
}

TEST(CauseMatrix, NamesInASummaryDoNotSplitARow)
{
    const Population population = study();
    const std::vector<FailureReason> named{{{1}, "f", "undefined_name", "unknown name 'tl'"},
                                           {{2}, "g", "undefined_name", "unknown name 'np'"},
                                           {{4}, "f", "undefined_name", "unknown name 'tl'"}};
    const auto causes = causeMatrix(population, scoreboard(population), named);
    ASSERT_EQ(causes.size(), 2U);
    EXPECT_EQ(causes[0].cause, "unknown name …");
    EXPECT_EQ(causes[0].grouped.text(), "unknown name …");
    EXPECT_EQ(causes[0].all, 3U);
    EXPECT_TRUE(causes[1].grouped.empty());
}

TEST(CauseMatrix, UsesTheVerdictWithoutAReason)
{
    const Population population = study();
    const auto causes = causeMatrix(population, scoreboard(population), reasons());
    EXPECT_TRUE(causes[1].fingerprint.empty());
    EXPECT_EQ(causes[1].cause, facts(Verdict::WrongValue).label);
    EXPECT_EQ(causes[1].cells, (std::vector<std::vector<RowId>>{{}, {{5}}}));
}

TEST(CauseMatrix, NamesFailuresOfTheStrictRulesAlone)
{
    MetricRow lenient = row(1, "a", "x", Verdict::Correct);
    lenient.strictVerdict = Verdict::WrongValue;
    MetricRow both = row(2, "b", "x", Verdict::WrongValue);
    both.strictVerdict = Verdict::WrongValue;
    Scope scope;
    scope.verdict = CountedVerdict::Strict;
    const Population population = populationOf({lenient, both}, scope);
    const std::vector<FailureReason> kept{{{2}, "f", "wrong_value", "wrong by a factor"}};
    const auto causes = causeMatrix(population, scoreboard(population), kept);
    ASSERT_EQ(causes.size(), 2U);
    EXPECT_EQ(causes[0].cause, "wrong by a factor");
    EXPECT_EQ(causes[1].cause, "wrong value, by the strict rules");
    EXPECT_EQ(causes[1].cells, (std::vector<std::vector<RowId>>{{{1}}}));
}

TEST(CauseMatrix, OmitsResultsThatWereNotJudged)
{
    const Population population = populationOf({row(1, "a", "x", Verdict::InfraError)}, {});
    EXPECT_TRUE(causeMatrix(population, scoreboard(population), {}).empty());
}

} // namespace
} // namespace loupe
