// SPDX-License-Identifier: Apache-2.0
// Tests speedups that copy or contradict the times of other records, each next to clean ones.
#include "tests/core/integrity/recordfixture.h"

namespace loupe::test {

namespace {

/// Adds records of one kernel on one device over two baselines.
void addScores(Records &records, const std::string &task, double overEager, double overCompiled)
{
    const auto add = [&](const char *baseline, double speedup) {
        RecordedState &state = records.add(task, 0, speedup);
        state.row.candidateMs.reset();
        state.row.baselineMs.reset();
        state.baseline = baseline;
        state.row.run = baseline;
    };
    add("eager", overEager);
    add("torch.compile", overCompiled);
}

} // namespace

TEST(RecordSpeedups, ReportsExactOnesWithTheirTasks)
{
    Records records;
    records.add("first", 0, 0.7, 1.7857);
    records.add("second", 0, 1.0, 2.5);
    records.add("third", 0, 1.0002, 1.25);
    records.add("fourth", 0, 1.0, 8.75);
    const auto found = records.found("speedup_of_one");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({2, 4}));
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note) << "it contradicts nothing";
    EXPECT_NE(found[0].finding.message.find("2 of 4 speedups are exactly 1"), std::string::npos);
    EXPECT_NE(found[0].finding.message.find("second, fourth"), std::string::npos)
        << found[0].finding.message;
}

TEST(RecordSpeedups, ToleratesEqualCoarseTimes)
{
    Records coarse;
    coarse.add("a", 0, 1.0, 0.02);
    coarse.add("b", 0, 2.0, 0.03);
    EXPECT_TRUE(coarse.found("speedup_of_one").empty());
    coarse.add("c", 0, 1.1, 0.12345);
    EXPECT_EQ(coarse.found("speedup_of_one").size(), 1U) << "the run's times have five decimals";
}

TEST(RecordSpeedups, ChecksTheSpeedupWithoutTimes)
{
    Records records;
    for (const double speedup : {1.0, 1.2345, 0.9876}) {
        RecordedState &state = records.add("t" + std::to_string(speedup), 0, speedup);
        state.row.candidateMs.reset();
        state.row.baselineMs.reset();
    }
    const auto found = records.found("speedup_of_one");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({1}));
}

TEST(RecordSpeedups, SuspectsSpeedupsThatContradictTheirTimes)
{
    Records records;
    records.add("right", 0, 1.3333, 2.0001).row.baselineMs = 2.6667;
    records.add("of means", 0, 1.5).row.baselineMs = 3.3;
    records.add("slower", 0, 1.5).row.baselineMs = 1.5;
    records.add("factor", 0, 9.0).row.baselineMs = 4.0;
    const auto found = records.found("contradicting_speedup");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].evaluations, rows({3}));
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
    EXPECT_EQ(found[1].evaluations, rows({4}));
    EXPECT_EQ(found[1].finding.severity, FindingSeverity::Suspicion);
    EXPECT_EQ(numberOf(found[1], "by_times"), 2.0);
    EXPECT_EQ(found[2].evaluations, rows({2}));
    EXPECT_EQ(found[2].finding.severity, FindingSeverity::Note) << "a mean of ratios may do that";
}

TEST(RecordSpeedups, ToleratesRounding)
{
    Records records;
    RecordedState &state = records.add("a", 0, 0.3, 0.01);
    state.row.baselineMs = 0.0;
    records.add("b", 0, 33.3, 0.03).row.baselineMs = 1.0;
    EXPECT_TRUE(records.found("contradicting_speedup").empty());
}

TEST(RecordSpeedups, FindsInconsistentScoresOfOneKernel)
{
    Records records;
    for (int i = 0; i < 6; ++i)
        addScores(records, "t" + std::to_string(i), 2.0 + 0.2 * i, 1.5);
    EXPECT_TRUE(records.found("contradicting_scores").empty());
    addScores(records, "odd", 4.2, 0.1);
    const auto found = records.found("contradicting_scores");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({13, 14}));
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
}

TEST(RecordSpeedups, SingleRatioOfTwoBaselinesIsANote)
{
    Records records;
    addScores(records, "odd", 4.2, 0.21);
    const auto found = records.found("contradicting_scores");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note);
    EXPECT_NE(found[0].finding.message.find("20 times as fast"), std::string::npos)
        << found[0].finding.message;
}

TEST(RecordSpeedups, FasterAndSlowerOverOneBaseline)
{
    Records records;
    records.add("a", 0, 4.2).sourceDigest = "same";
    RecordedState &again = records.add("a", 0, 0.21);
    again.sourceDigest = "same";
    again.row.run = "second";
    EXPECT_EQ(records.found("contradicting_scores").size(), 1U);
    again.flags = {"busy"};
    EXPECT_TRUE(records.found("contradicting_scores").empty()) << "noise explains it";
    again.flags.clear();
    again.device = "Device Y";
    EXPECT_TRUE(records.found("contradicting_scores").empty()) << "another device";
}

TEST(RecordSpeedups, FindsImpossiblyShortTimes)
{
    Records records;
    records.add("a", 0, 1.6e7, 1e-7);
    records.add("b", 0, 2.0, 0.001);
    const auto found = records.found("impossible_time");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({1}));
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
}

} // namespace loupe::test
