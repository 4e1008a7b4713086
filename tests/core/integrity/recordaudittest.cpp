// SPDX-License-Identifier: Apache-2.0
// Plants defects with several names and sizes, each next to clean data that must give no finding.
#include <algorithm>
#include <limits>
#include <set>

#include "tests/core/integrity/recordfixture.h"

namespace loupe::test {

TEST(RecordAudit, ReportsNothingForCleanRecords)
{
    for (const int tasks : {0, 1, 3, 40}) {
        Records records;
        for (int i = 0; i < tasks; ++i) {
            const std::string task = "t" + std::to_string(i);
            records.add(task, 0, 1.005 + 0.01 * i);
            records.add(task, 1, 1.1 + 0.01 * i).row.baselineMs = 2.0 * (1.005 + 0.01 * i);
            records.states.back().row.candidateMs
                = *records.states.back().row.baselineMs / (1.1 + 0.01 * i);
        }
        for (const RecordFinding &each : auditRecords(records.states))
            ADD_FAILURE() << each.finding.message;
    }
}

TEST(RecordAudit, EveryRuleIsDescribed)
{
    std::set<std::string_view> ids;
    for (const RecordRule &rule : recordRules()) {
        EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
        EXPECT_FALSE(rule.proves.empty()) << rule.id;
        EXPECT_FALSE(rule.cannotSee.empty()) << rule.id;
    }
}

TEST(RecordAudit, AnIncreaseWithTheSameSourceIsNoise)
{
    Records records;
    records.add("sum", 2, 1.5).sourceDigest = "same";
    records.add("sum", 3, 1.5003).sourceDigest = "same";
    records.add("sum", 5, 1.4).sourceDigest = "same"; // slower: no finding
    records.add("other", 2, 1.0);
    records.add("other", 3, 2.0); // different source
    const auto found = records.found("noise_increase");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].evaluations, rows({1, 2}));
    EXPECT_EQ(found[0].finding.layer, RuleLayer::Record);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note);
    EXPECT_NEAR(numberOf(found[0], "ratio"), 1.0002, 1e-9);
}

TEST(RecordAudit, ImportMarkReplacesAMissingSource)
{
    Records records;
    records.add("sum", 0, 1.5).sourceDigest.clear();
    RecordedState &after = records.add("sum", 1, 1.6);
    after.sourceDigest.clear();
    EXPECT_TRUE(records.found("noise_increase").empty());
    after.row.identicalCode = true;
    EXPECT_EQ(records.found("noise_increase").size(), 1U);
}

TEST(RecordAudit, AnOutcomeThatChangesWithoutTheSourceIsFlaky)
{
    for (const bool rightFirst : {true, false}) {
        Records records;
        RecordedState &one
            = rightFirst ? records.add("norm", 4, 1.0) : records.addFailed("norm", 4);
        one.sourceDigest = "same";
        RecordedState &two
            = rightFirst ? records.addFailed("norm", 6) : records.add("norm", 6, 1.0);
        two.sourceDigest = "same";
        const auto found = records.found("flaky_outcome");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
        EXPECT_EQ(found[0].evaluations, rows({1, 2}));
    }
}

TEST(RecordAudit, DetectsFlakyAttemptsOfOneRound)
{
    Records records;
    records.add("norm", 0, 1.0).sourceDigest = "same";
    RecordedState &again = records.addFailed("norm", 0);
    again.sourceDigest = "same";
    again.attempt = 1;
    EXPECT_EQ(records.found("flaky_outcome").size(), 1U);
    // An unknown outcome is not a failure.
    again.row.verdict = Verdict::InfraError;
    EXPECT_TRUE(records.found("flaky_outcome").empty());
}

TEST(RecordAudit, ChangingOutcomeWithNewSourcesIsANote)
{
    Records records;
    records.add("norm", 0, 1.0);
    records.addFailed("norm", 1);
    records.add("norm", 2, 1.0);
    records.addFailed("soft", 0); // an ordinary rescue and an ordinary regression
    records.add("soft", 1, 1.0);
    records.addFailed("soft", 2);
    const auto found = records.found("flaky_outcome");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].finding.severity, FindingSeverity::Note);
    EXPECT_EQ(found[0].evaluations, rows({1, 2, 3}));
}

// By hand: 2 and 4, mean 3; then 2, 4 and 0.6, mean 2.2. The change of -0.8 is all composition.
TEST(RecordAudit, NamesAveragesThatChangeByMembership)
{
    Records records;
    records.add("a", 1, 2.0);
    records.add("b", 1, 4.0);
    records.addFailed("c", 1);
    records.add("a", 2, 2.0);
    records.add("b", 2, 4.0);
    records.add("c", 2, 0.6);
    const auto found = records.found("composition_effect");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(numberOf(found[0], "change"), -0.8, 1e-12);
    EXPECT_NEAR(numberOf(found[0], "within"), 0.0, 1e-12);
    EXPECT_NEAR(numberOf(found[0], "composition"), -0.8, 1e-12);
    EXPECT_EQ(numberOf(found[0], "rescued"), 1);
    EXPECT_EQ(found[0].evaluations, rows({1, 2, 4, 5, 6}));
}

TEST(RecordAudit, IgnoresAveragesThatChangeWithTheirKernels)
{
    Records records;
    records.add("a", 1, 2.0);
    records.add("b", 1, 4.0);
    records.addFailed("c", 1);
    records.add("a", 2, 3.0);
    records.add("b", 2, 6.0);
    records.add("c", 2, 4.0);
    EXPECT_TRUE(records.found("composition_effect").empty());
}

TEST(RecordAudit, DenominatorsOfRoundsAndOfRuns)
{
    Records records;
    for (int i = 0; i < 7; ++i) {
        records.add("t" + std::to_string(i), 0, 1.0);
        if (i < 4)
            records.add("t" + std::to_string(i), 1, 1.0);
    }
    auto found = records.found("different_denominator");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(numberOf(found[0], "round 0"), 7);
    EXPECT_EQ(numberOf(found[0], "round 1"), 4);

    Records runs;
    for (int i = 0; i < 5; ++i) {
        runs.add("t" + std::to_string(i), 0, 1.0);
        if (i < 3)
            runs.add("t" + std::to_string(i), 0, 1.0).row.run = "second";
    }
    found = runs.found("different_denominator");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(numberOf(found[0], "run first"), 5);
    EXPECT_EQ(numberOf(found[0], "run second"), 3);
}

TEST(RecordAudit, MissingTimesAreCounted)
{
    Records records;
    records.add("a", 0, 1.0);
    records.add("b", 0, 1.0).row.baselineMs.reset();
    RecordedState &neither = records.add("c", 0, 1.0);
    neither.row.baselineMs.reset();
    neither.row.candidateMs.reset();
    const auto found = records.found("missing_time");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(numberOf(found[0], "speedups"), 3);
    EXPECT_EQ(numberOf(found[0], "without_candidate_time"), 1);
    EXPECT_EQ(numberOf(found[0], "without_baseline_time"), 2);
    EXPECT_EQ(found[0].evaluations, rows({2, 3}));
}

TEST(RecordAudit, FindsInvalidTimes)
{
    for (const double number : {0.0, -1.5, std::numeric_limits<double>::infinity()}) {
        Records records;
        records.add("a", 0, 1.0).row.candidateMs = number;
        records.add("b", 0, 1.0).row.baselineMs = number;
        records.add("c", 0, 1.0).row.speedup = number;
        records.add("d", 0, 1.0);
        const auto found = records.found("impossible_time");
        ASSERT_EQ(found.size(), 3U);
        for (const RecordFinding &each : found)
            EXPECT_EQ(each.finding.severity, FindingSeverity::Proof);
    }
}

TEST(RecordAudit, ResultsOfTwoRunsWithTheSameTimesAreRecordedTwice)
{
    Records records;
    records.add("a", 0, 2.0, 1.25);
    records.addFailed("b", 0);
    records.add("c", 0, 3.0, 4.5);
    records.add("a", 0, 2.0, 1.25).row.run = "excerpt";   // 4: copy of 1
    records.addFailed("b", 0).row.run = "excerpt";        // 5: copy of 2
    records.add("d", 0, 1.0, 7.5).row.run = "excerpt";    // new in the excerpt
    RecordedState &again = records.add("c", 0, 3.0, 4.5); // the same times, but another source
    again.row.run = "excerpt";
    again.sourceDigest = "another";
    const auto found
        = auditRecords(records.states, {}, {{"first", "all.jsonl"}, {"excerpt", "part.jsonl"}});
    const auto twice = std::ranges::find(found, "recorded_twice",
                                         [](const RecordFinding &one) { return one.finding.rule; });
    ASSERT_NE(twice, found.end());
    EXPECT_EQ(twice->evaluations, rows({4, 5}));
    EXPECT_EQ(numberOf(*twice, "copies"), 2);
    EXPECT_EQ(numberOf(*twice, "results"), 4);
    EXPECT_EQ(twice->finding.severity, FindingSeverity::Note);
    EXPECT_EQ(twice->finding.message,
              "2 of 4 results of run excerpt (part.jsonl) are recorded in run first (all.jsonl) "
              "already, with the same times to the last digit: each counts once");
}

TEST(RecordAudit, RunsThatRepeatTheirMeasurementsAreNotRecordedTwice)
{
    Records records;
    records.add("a", 0, 2.0, 1.25);
    records.addFailed("b", 0);
    records.add("a", 0, 2.0, 1.26).row.run = "second"; // measured again
    records.addFailed("b", 0).row.run = "second";      // fails in the same way: no proof
    EXPECT_TRUE(records.found("recorded_twice").empty());
    Records devices;
    devices.add("a", 0, 2.0, 1.25);
    RecordedState &other = devices.add("a", 0, 2.0, 1.25);
    other.row.run = "second";
    other.row.device = "Device X2";
    EXPECT_TRUE(devices.found("recorded_twice").empty());
}

TEST(RecordAudit, FindsTimesBelowTheBandwidthLimit)
{
    for (const double scale : {1.0, 1000.0}) {
        Records records;
        WorkRecord work;
        work.compulsoryBytes = 1e9 * scale;
        work.bandwidth = 1e12;
        work.cacheBytes = 1e6;
        records.add("a", 0, 1.0, 1.1 * scale).work = work;
        EXPECT_TRUE(records.found("impossible_time").empty());
        records.add("b", 0, 10.0, 0.2 * scale).work = work;
        const auto found = records.found("impossible_time");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].finding.severity, FindingSeverity::Suspicion);
        EXPECT_EQ(found[0].evaluations, rows({2}));
        EXPECT_EQ(numberOf(found[0], "candidate_ms"), 0.2 * scale);
    }
}

} // namespace loupe::test
