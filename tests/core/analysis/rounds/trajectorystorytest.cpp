// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/trajectorystory.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// One round of a made-up sample.
struct State {
    Verdict verdict = Verdict::NotRecorded;
    std::optional<double> speedup = std::nullopt;
    bool identical = false;
};

State right(double speedup, bool identical = false)
{
    return {Verdict::Correct, speedup, identical};
}

State wrong(bool identical = false)
{
    return {Verdict::WrongAnswer, std::nullopt, identical};
}

const State noBuild{Verdict::BuildFailed};
const State notKnown{};

void addSample(std::vector<MetricRow> &rows, const std::string &task,
               const std::vector<State> &states)
{
    for (std::size_t round = 0; round < states.size(); ++round) {
        MetricRow row = metricRow("c", states[round].verdict, states[round].speedup);
        row.id = {static_cast<std::int64_t>(rows.size()) + 1};
        row.task = task;
        row.round = static_cast<int>(round);
        row.identicalCode = states[round].identical;
        rows.push_back(row);
    }
}

TrajectoryStory storyOf(const std::vector<State> &states)
{
    std::vector<MetricRow> rows;
    addSample(rows, "t", states);
    const TrajectoryCohort cohort = trajectoryCohort(rows);
    EXPECT_EQ(cohort.stories.size(), 1U);
    return cohort.stories.at(0);
}

std::string wordsOf(const std::vector<State> &states)
{
    return storyText(storyOf(states));
}

} // namespace

// Rows of the page's design drawing, and the cases between them.
TEST(TrajectoryStory, DescribesEachTrajectory)
{
    EXPECT_EQ(wordsOf({noBuild, right(0.99), right(0.99)}), "first correct in round 1");
    EXPECT_EQ(wordsOf({noBuild, wrong(), right(4.02)}), "first correct in round 2");
    EXPECT_EQ(wordsOf({right(0.92), wrong(true), right(0.92, true)}), "same code, other result");
    EXPECT_EQ(wordsOf({right(3.10), right(3.11), right(3.11)}), "correct throughout");
    EXPECT_EQ(wordsOf({right(1.00), right(1.00), wrong()}), "regressed in round 2");
    EXPECT_EQ(wordsOf({notKnown, right(1.64), right(1.66)}), "correct throughout");
    EXPECT_EQ(wordsOf({right(1.00), right(2.03), right(2.03)}), "improved in round 1");
    EXPECT_EQ(wordsOf({noBuild, noBuild, wrong()}), "never correct");
    EXPECT_EQ(wordsOf({notKnown, notKnown}), "unknown");
    EXPECT_EQ(wordsOf({notKnown, right(1.0)}), "unknown") << "one round says nothing of a course";
}

TEST(TrajectoryStory, TheLastChangeCounts)
{
    EXPECT_EQ(wordsOf({wrong(), right(1.0), wrong(), right(1.0)}), "correct again in round 3");
    EXPECT_EQ(wordsOf({right(1.0), wrong(), right(1.0), noBuild, wrong()}), "regressed in round 3");
}

TEST(TrajectoryStory, UnknownRoundBeforeSuccessGivesAnUpperBound)
{
    EXPECT_EQ(wordsOf({wrong(), notKnown, right(1.0)}), "first correct by round 2");
    EXPECT_EQ(wordsOf({right(1.0), notKnown, wrong()}), "regressed by round 2");
    // Identical to an unknown round: no evidence of flakiness.
    EXPECT_EQ(wordsOf({right(1.0), notKnown, wrong(true)}), "regressed by round 2");
}

TEST(TrajectoryStory, IgnoresSpeedChangesWithoutAnEdit)
{
    EXPECT_EQ(wordsOf({right(1.0), right(1.5, true)}), "correct throughout");
    EXPECT_EQ(wordsOf({right(1.0), right(1.04)}), "correct throughout") << "within the noise";
    // Returning to an earlier speedup is not an improvement.
    EXPECT_EQ(wordsOf({right(2.0), right(1.0), right(2.0)}), "correct throughout");
}

TEST(TrajectoryStory, MarksRegressions)
{
    const TrajectoryStory story = storyOf({right(2.0), right(1.0), right(1.0), wrong(), wrong()});
    const std::vector<bool> expected{false, true, false, true, false};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(story.rounds[i].isRegression, expected[i]) << i;
    EXPECT_EQ(story.bestSpeedup, 2.0);
    EXPECT_EQ(story.bestRound, 0);
    EXPECT_EQ(story.firstCorrect, 0);
}

TEST(TrajectoryStory, CohortsCountAndLeaveSingleRoundsOut)
{
    std::vector<MetricRow> rows;
    addSample(rows, "a", {wrong(), right(1.0), right(3.0)});
    addSample(rows, "b", {notKnown, right(1.0), right(1.0)});
    addSample(rows, "ended", {right(2.0)});
    MetricRow single = metricRow("c", Verdict::Correct, 1.0);
    single.method = "sampled";
    single.id = {100};
    rows.push_back(single);
    const TrajectoryCohort cohort = trajectoryCohort(rows);
    EXPECT_EQ(cohort.rounds, (std::vector<int>{0, 1, 2}));
    ASSERT_EQ(cohort.stories.size(), 3U);
    EXPECT_EQ(cohort.single, 1U);
    EXPECT_EQ(cohort.complete, 1);
    EXPECT_EQ(cohort.count(StoryKind::Rescued), 1);
    EXPECT_EQ(cohort.count(StoryKind::Persistent), 2);
    EXPECT_EQ(cohort.stories[0].gain(), 3.0);
    // An unknown round has a row. A round after the end has none.
    EXPECT_TRUE(cohort.stories[1].rounds[0].id);
    ASSERT_EQ(cohort.stories[2].rounds.size(), 3U);
    EXPECT_FALSE(cohort.stories[2].rounds[1].id);
}

TEST(TrajectoryStory, AddsCostsIfAllAreKnown)
{
    std::vector<MetricRow> rows;
    addSample(rows, "a", {wrong(), right(1.0)});
    rows[0].cost.inputTokens = 100;
    rows[0].cost.outputTokens = 20;
    rows[0].cost.seconds = 2.5;
    EXPECT_EQ(trajectoryCohort(rows).stories[0].tokens, std::nullopt);
    rows[1].cost.outputTokens = 3;
    rows[1].cost.seconds = 1.5;
    const TrajectoryStory story = trajectoryCohort(rows).stories[0];
    EXPECT_EQ(story.tokens, 123);
    EXPECT_EQ(story.seconds, 4.0);
}

TEST(StoryOrder, PutsMissingValuesLastEitherWay)
{
    std::vector<MetricRow> rows;
    addSample(rows, "slow", {right(0.5), right(0.6)});
    addSample(rows, "never", {wrong(), wrong()});
    addSample(rows, "fast", {wrong(), right(3.0)});
    const TrajectoryCohort cohort = trajectoryCohort(rows);
    using Places = std::vector<std::uint32_t>;
    StoryOrder order;
    order.key = StorySort::BestSpeedup;
    EXPECT_EQ(orderedStories(cohort, order), (Places{0, 2, 1}));
    order.descending = true;
    EXPECT_EQ(orderedStories(cohort, order), (Places{2, 0, 1}));
    order.key = StorySort::Task;
    order.descending = false;
    EXPECT_EQ(orderedStories(cohort, order), (Places{2, 1, 0}));
    order.key = StorySort::Round;
    order.round = 1;
    EXPECT_EQ(orderedStories(cohort, order), (Places{2, 0, 1})) << "the fastest correct one first";
    order.key = StorySort::Recorded;
    order.among = {{2}, {3}}; // the ids of "slow" and "never"
    EXPECT_EQ(orderedStories(cohort, order), (Places{0, 1}));
    order.only = StoryKind::Never;
    EXPECT_EQ(orderedStories(cohort, order), (Places{1}));
}

} // namespace loupe::test
