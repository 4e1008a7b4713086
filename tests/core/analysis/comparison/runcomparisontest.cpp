// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/runcomparison.h"

#include "core/analysis/comparison/configurationdiff.h"

#include <algorithm>
#include <iterator>
#include <span>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow ofRun(const char *run, const std::string &task, Verdict verdict,
                std::optional<double> speedup = std::nullopt)
{
    static std::int64_t next = 0;
    MetricRow row = metricRow("c", verdict, speedup);
    row.id = {++next};
    row.run = run;
    row.method = std::string("method of ") + run;
    row.task = task;
    return row;
}

/// Returns every state once, and an additional task that is correct in both.
std::vector<MetricRow> everyState()
{
    return {ofRun("a", "both", Verdict::Correct, 2.0), ofRun("b", "both", Verdict::Correct, 1.0),
            ofRun("a", "fixed", Verdict::Crashed),     ofRun("b", "fixed", Verdict::Correct, 3.0),
            ofRun("a", "broken", Verdict::Correct, 1), ofRun("b", "broken", Verdict::WrongValue),
            ofRun("a", "failed", Verdict::WrongValue), ofRun("b", "failed", Verdict::CompileError),
            ofRun("a", "unknown", Verdict::Correct),   ofRun("b", "unknown", Verdict::InfraError),
            ofRun("a", "gone", Verdict::Correct),      ofRun("b", "new", Verdict::Correct)};
}

/// Returns `count` tasks whose speedups differ between the runs by `ratio`.
std::vector<MetricRow> shifted(int count, double ratio)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < count; ++i) {
        const std::string task = "t" + std::to_string(i);
        const double speedup = 1 + i / 10.0;
        rows.push_back(ofRun("a", task, Verdict::Correct, speedup));
        rows.push_back(ofRun("b", task, Verdict::Correct, speedup * ratio));
    }
    return rows;
}

} // namespace

TEST(RunComparison, EveryStateIsCountedOnce)
{
    const std::vector<MetricRow> rows = everyState();
    const auto found = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_FALSE(found->byMethod);
    EXPECT_EQ(found->pairs.size(), 7U);
    for (const int count : found->counts)
        EXPECT_EQ(count, 1);
    EXPECT_EQ(found->transitions.at({Outcome::Correct, Outcome::Wrong}), 1);
    EXPECT_EQ(found->transitions.at({Outcome::Correct, Outcome::InfraError}), 1);
    EXPECT_EQ(found->unknownHashes, 5);
    ASSERT_EQ(found->figures.size(), 4U);
    // By hand, over the four attempts judged in both: built 4/4 and 3/4, correct 2/4 and 2/4, fast
    // 1/4 and 1/4; one timed in both, 2 and 1.
    EXPECT_DOUBLE_EQ(found->figures[0].baseline, 1.0);
    EXPECT_DOUBLE_EQ(found->figures[0].other, 0.75);
    EXPECT_DOUBLE_EQ(found->figures[0].change->estimate, -0.25);
    EXPECT_DOUBLE_EQ(found->figures[1].baseline, 0.5);
    EXPECT_DOUBLE_EQ(found->figures[1].other, 0.5);
    EXPECT_DOUBLE_EQ(found->figures[2].baseline, 0.25);
    EXPECT_EQ(found->figures[3].attempts, 1);
    EXPECT_DOUBLE_EQ(found->figures[3].change->estimate, 0.5);
    EXPECT_DOUBLE_EQ(found->fixedBrokenP, 1.0);
    ASSERT_EQ(found->regressions.size(), 2U) << "one broken, and half as fast";
}

TEST(RunComparison, OnlyTheSameMethodRegresses)
{
    std::vector<MetricRow> rows = everyState();
    const auto different = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(different);
    EXPECT_FALSE(different->isSameMethod);
    EXPECT_EQ(changeWord(PairState::Broken, different->isSameMethod),
              "correct in the baseline run only");
    for (MetricRow &row : rows)
        row.method = "method";
    const auto same = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(same);
    EXPECT_TRUE(same->isSameMethod);
    EXPECT_EQ(changeWord(PairState::Broken, same->isSameMethod), "regressed");
}

TEST(RunComparison, TheFirstComparablePairSharesAttemptsAndConditions)
{
    std::vector<MetricRow> rows = shifted(3, 1.0); // runs a and b
    rows.push_back(ofRun("other tasks", "u", Verdict::Correct, 1.0));
    MetricRow elsewhere = ofRun("other device", "t0", Verdict::Correct, 1.0);
    for (MetricRow &row : rows)
        row.device = "A100";
    elsewhere.device = "H100";
    rows.push_back(elsewhere);
    const std::vector<Name> runs{"other tasks", "other device", "a", "b"};
    const auto found = firstComparablePair(rows, runs, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, std::pair(Name("a"), Name("b")));
    EXPECT_EQ(firstComparablePair(rows, runs, "b"), std::pair(Name("b"), Name("a")));
    EXPECT_FALSE(firstComparablePair(rows, std::span(runs).first(3), {}));
}

TEST(RunComparison, FastIsUnknownWithoutTimedCorrectResults)
{
    const std::vector<MetricRow> rows{
        ofRun("a", "t", Verdict::Correct, 2.0), ofRun("b", "t", Verdict::Correct),
        ofRun("a", "u", Verdict::WrongValue), ofRun("b", "u", Verdict::WrongValue)};
    const auto found = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->figures.size(), 2U);
    EXPECT_EQ(found->figures[1].name, "correct");
}

TEST(RunComparison, VerdictNeedsTheIntervalBeyondTheNoise)
{
    const auto verdictOf = [](double ratio) {
        const std::vector<MetricRow> rows = shifted(30, ratio);
        return compareRuns(rows, "a", "b", {})->verdict;
    };
    EXPECT_EQ(verdictOf(1.2), PairVerdict::Faster);
    EXPECT_EQ(verdictOf(1.04), PairVerdict::Unclear) << "within 5 %";
    EXPECT_EQ(verdictOf(0.96), PairVerdict::Unclear);
    EXPECT_EQ(verdictOf(0.9), PairVerdict::Slower);
    const std::vector<MetricRow> same = shifted(30, 1.0);
    const auto found = compareRuns(same, "a", "b", {});
    EXPECT_TRUE(found->regressions.empty());
    EXPECT_DOUBLE_EQ(found->speedP, 1.0);
    EXPECT_EQ(found->verdictCounts[static_cast<std::size_t>(PairVerdict::Unclear)], 30);
}

TEST(RunComparison, RefusesChangedTasksByDefault)
{
    std::vector<MetricRow> rows = shifted(3, 1.0);
    for (MetricRow &row : rows)
        row.taskHash = row.task == "t1" && row.run == "b" ? "other" : "hash";
    const auto refused = compareRuns(rows, "a", "b", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_EQ(refused.error().detail, "s/t1\n");
    EXPECT_TRUE(isOfChangedTasks(refused.error()));
    EXPECT_FALSE(isOfChangedTasks(compareRuns(rows, "a", "nobody", {}).error()));
    ComparisonOptions options;
    options.allowChangedTasks = true;
    const auto allowed = compareRuns(rows, "a", "b", options);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->changedTasks, std::vector<std::string>{"s/t1"});
    EXPECT_EQ(allowed->unknownHashes, 0);
}

TEST(RunComparison, MatchesByMethodWhereARunHasSeveral)
{
    std::vector<MetricRow> rows = shifted(2, 1.0);
    rows[1].method = rows[0].method; // t0 of run b
    rows[3].method = "another";
    const auto found = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->byMethod);
    EXPECT_EQ(found->count(PairState::BothCorrect), 1);
    EXPECT_EQ(found->count(PairState::OnlyBaseline), 1);
    EXPECT_EQ(found->count(PairState::OnlyOther), 1);
    EXPECT_EQ(compareRuns(rows, "a", "nothing", {}).error().code, Errc::NotFound);
}

TEST(RunComparison, TakesTheLastJudgedRound)
{
    std::vector<MetricRow> rows{
        ofRun("a", "t", Verdict::Correct, 1.0), ofRun("b", "t", Verdict::Crashed),
        ofRun("b", "t", Verdict::Correct, 2.0), ofRun("b", "t", Verdict::InfraError)};
    rows[2].round = 1;
    rows[3].round = 2;
    const auto found = compareRuns(rows, "a", "b", {});
    ASSERT_EQ(found->pairs.size(), 1U);
    EXPECT_EQ(found->pairs[0].state, PairState::BothCorrect);
    EXPECT_DOUBLE_EQ(*found->pairs[0].ratio, 2.0);
    EXPECT_EQ(found->pairs[0].verdict, PairVerdict::Faster);
}

// By hand: the 95 % quantile of |log| of 20 ratios is the 19th.
TEST(RunComparison, NoiseFloorFromRepeats)
{
    std::vector<double> ratios;
    for (int i = 1; i <= 20; ++i)
        ratios.push_back(i % 2 == 0 ? 1 + i / 100.0 : 1 / (1 + i / 100.0));
    const auto floor = measuredNoiseFloor(ratios, "A/A");
    ASSERT_TRUE(floor);
    EXPECT_NEAR(floor->relative, 0.19, 1e-12);
    EXPECT_EQ(floor->pairs, 20);
    ratios.pop_back();
    EXPECT_FALSE(measuredNoiseFloor(ratios, "A/A")) << "19 are too few for a tail";
    EXPECT_EQ(speedVerdict(1.2, *floor), PairVerdict::Faster);
    EXPECT_EQ(speedVerdict(1.18, *floor), PairVerdict::Unclear);
    EXPECT_EQ(speedVerdict(0.8, *floor), PairVerdict::Slower);
}

TEST(RunComparison, IdenticalCodeIsARepeat)
{
    std::vector<MetricRow> rows{ofRun("a", "t", Verdict::Correct, 1.0),
                                ofRun("a", "t", Verdict::Correct, 1.1),
                                ofRun("a", "t", Verdict::Correct, 2.2)};
    rows[1].round = 1;
    rows[1].identicalCode = true;
    rows[2].round = 2;
    const std::vector<Name> compared{"a", "b"};
    const std::vector<double> ratios = identicalCodeRatios(rows, compared);
    ASSERT_EQ(ratios.size(), 1U);
    EXPECT_DOUBLE_EQ(ratios[0], 1.1);
    const std::vector<Name> others{"b"};
    EXPECT_TRUE(identicalCodeRatios(rows, others).empty()) << "another machine's noise";
}

TEST(ConfigurationDiff, ListsDifferingSettings)
{
    loupe::Run a;
    a.name = "a";
    a.precision = "fp32";
    a.profileJson = R"({"timing": {"trials": 100, "warmup": 3}, "prompt": "one shot"})";
    a.environment = {"H200", "cuda", R"({"driver": "580.1"})"};
    loupe::Run b = a;
    b.name = "b";
    b.precision.clear();
    b.profileJson = R"({"timing": {"trials": 10, "warmup": 3}, "prompt": "few shot"})";
    b.environment.json = R"({"driver": "580.2"})";
    const std::vector<loupe::Run> runs{a, b};
    const auto all = configurationSettings(runs);
    EXPECT_EQ(all.size(), 7U); // also the device, its kind and the warm-up
    std::vector<ConfigurationSetting> lines;
    std::ranges::copy_if(all, std::back_inserter(lines), &ConfigurationSetting::differs);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0].key, "environment.driver");
    EXPECT_EQ(lines[1].key, "precision");
    EXPECT_EQ(lines[1].values[0], "fp32");
    EXPECT_FALSE(lines[1].values[1]);
    EXPECT_EQ(lines[2].key, "profile.prompt");
    EXPECT_EQ(lines[3].key, "profile.timing.trials");
    EXPECT_EQ(lines[3].values[1], "10");
    for (const ConfigurationSetting &alone : configurationSettings(std::span(runs).first(1)))
        EXPECT_FALSE(alone.differs) << alone.key;
}

TEST(RunComparison, MatrixIncludesMissingAttempts)
{
    const std::vector<MetricRow> rows = everyState();
    const auto found = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(found) << found.error().text();
    const TransitionMatrix matrix = transitionMatrix(*found);
    const std::vector<Ending> before{std::nullopt, Outcome::Correct, Outcome::Wrong,
                                     Outcome::Crash};
    const std::vector<Ending> after{std::nullopt, Outcome::Correct, Outcome::Wrong,
                                    Outcome::NoBuild, Outcome::InfraError};
    EXPECT_EQ(matrix.baseline, before);
    EXPECT_EQ(matrix.other, after);
    const std::vector<std::vector<int>> attempts{
        {0, 1, 0, 0, 0}, {1, 1, 1, 0, 1}, {0, 0, 0, 1, 0}, {0, 1, 0, 0, 0}};
    EXPECT_EQ(matrix.attempts, attempts);
}

TEST(RunComparison, RefusesSpeedupsOfDifferentConditions)
{
    std::vector<MetricRow> rows = shifted(5, 2.0);
    for (MetricRow &row : rows) {
        row.device = "A100";
        row.baseline = row.run == "a" ? "eager" : "torch.compile";
    }
    const auto refused = compareRuns(rows, "a", "b", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_NE(refused.error().message.find("baseline \"eager\" and \"torch.compile\""),
              std::string::npos)
        << refused.error().message;
    EXPECT_EQ(refused.error().message.find("device"), std::string::npos) << "it is the same";

    ComparisonOptions options;
    options.measure = SpeedMeasure::Nothing;
    const auto outcomes = compareRuns(rows, "a", "b", options);
    ASSERT_TRUE(outcomes) << outcomes.error().text();
    EXPECT_EQ(outcomes->count(PairState::BothCorrect), 5);
    EXPECT_EQ(outcomes->count(PairVerdict::NotTimed), 5);
}

TEST(RunComparison, MissingConditionsAreNoDifference)
{
    std::vector<MetricRow> rows = shifted(5, 2.0);
    for (MetricRow &row : rows)
        row.device = row.run == "a" ? "A100" : "not recorded";
    EXPECT_TRUE(compareRuns(rows, "a", "b", {}));
}

} // namespace loupe::test
