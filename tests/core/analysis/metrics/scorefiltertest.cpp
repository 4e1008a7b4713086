// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/scoreboard.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

ScoreRow scoreRow()
{
    ScoreRow out;
    out.name = "demo-failing";
    out.method = "demo-failing";
    return out;
}

Filter parsed(const char *words)
{
    auto filter = parseFilter(words);
    EXPECT_TRUE(filter) << words;
    return filter ? *filter : Filter();
}

TEST(ScoreFilter, NamesTheMethodAndTheOutcome)
{
    const Filter row = seriesFilter(Filter(), scoreRow());
    EXPECT_EQ(text(outcomeFilter(row, Scope(), CellOutcome::Wrong)),
              "method:demo-failing status:wrong");
    EXPECT_EQ(text(scoreFilter(row, Scope(), ScoreNumber::Faster)),
              "method:demo-failing status:correct speedup>1");
    EXPECT_EQ(text(scoreFilter(row, Scope(), ScoreNumber::Attempted)), "method:demo-failing");
}

TEST(ScoreFilter, ReplacesWiderTermsAndKeepsTheOthers)
{
    const Filter row = seriesFilter(
        parsed("category:Math method:demo-plain,demo-failing status:failed"), scoreRow());
    EXPECT_EQ(text(outcomeFilter(row, Scope(), CellOutcome::NoBuild)),
              "category:Math method:demo-failing status:no_build");
}

TEST(ScoreFilter, NamesTheValueOfASplitCondition)
{
    ScoreRow row = scoreRow();
    row.conditions = {{GroupBy::Device, "NVIDIA A100"}, {GroupBy::Precision, "(none)"}};
    EXPECT_EQ(text(seriesFilter(Filter(), row)),
              "method:demo-failing device:\"NVIDIA A100\" precision:none");
    row.conditions = {{GroupBy::Baseline, "eager"}};
    EXPECT_EQ(text(seriesFilter(Filter(), row)), "method:demo-failing baseline:eager,none");
}

TEST(ScoreFilter, StrictVerdictsAreListed)
{
    Scope strict;
    strict.verdict = CountedVerdict::Strict;
    EXPECT_EQ(text(scoreFilter(Filter(), strict, ScoreNumber::Correct)),
              "strict:correct flagged:no");
    const std::string wrong = text(outcomeFilter(Filter(), strict, CellOutcome::Wrong));
    EXPECT_TRUE(wrong.starts_with("strict:") && wrong.find("wrong_value") != std::string::npos)
        << wrong;
}

TEST(ScoreFilter, IncludedFlaggedResultsAreCorrect)
{
    Scope all;
    all.includeWithheld = true;
    EXPECT_EQ(text(scoreFilter(Filter(), all, ScoreNumber::Correct)), "status:correct,flagged");
    EXPECT_EQ(text(outcomeFilter(Filter(), Scope(), CellOutcome::Flagged)), "status:flagged");
}

TEST(ScoreFilter, NamesLevelAndCategory)
{
    CategoryRow row;
    row.category = "Math";
    EXPECT_EQ(text(categoryFilter(Filter(), row, false)), "category:Math");
    row.levelNumber = 2;
    EXPECT_EQ(text(categoryFilter(parsed("level:1,2"), row, true)), "level:2 category:Math");
    row.category.clear();
    EXPECT_EQ(text(categoryFilter(Filter(), row, true)), "level:2");
}

} // namespace
} // namespace loupe
