// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/attempttests.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns raw times of one case. The candidate takes 1 ms per call.
std::vector<TimingSeries> timings(const std::vector<double> &baselineMs,
                                  const std::string &clock = "engine_wall")
{
    const std::vector<int> calls(baselineMs.size(), 10);
    return {{"baseline", clock, "case", baselineMs, calls, 0},
            {"candidate", clock, "case", std::vector<double>(baselineMs.size(), 1.0), calls, 0}};
}

Evaluation measured(double speedup, double low, double high)
{
    Evaluation out;
    out.speedup = speedup;
    out.speedupLow = low;
    out.speedupHigh = high;
    return out;
}

} // namespace

// By hand: of the C(8, 4) = 70 splits of the blocks only the two complete ones differ as much.
TEST(AttemptTests, PermutesTheBlocksOfBothRuns)
{
    const auto p = attemptP(timings({2, 2, 2, 2}), timings({1, 1, 1, 1}));
    ASSERT_TRUE(p);
    EXPECT_DOUBLE_EQ(*p, 2.0 / 70);
    EXPECT_DOUBLE_EQ(*attemptP(timings({3, 2, 4}), timings({3, 2, 4})), 1.0);
}

TEST(AttemptTests, NeedsTheSameClockAndCaseTimedInAlternation)
{
    const auto known = timings({2, 2});
    EXPECT_FALSE(attemptP(known, timings({2, 2}, "cuda_event")));
    EXPECT_FALSE(attemptP(known, timings({2}))) << "one block has no spread";
    EXPECT_FALSE(attemptP(known, {}));
    auto unpaired = timings({2, 2, 2});
    unpaired[0].samplesMs.pop_back();
    unpaired[0].callsPerSample.pop_back();
    EXPECT_FALSE(attemptP(known, unpaired));
    auto other = timings({2, 2});
    for (TimingSeries &series : other)
        series.caseName = "another case";
    EXPECT_FALSE(attemptP(known, other));
}

// By hand: 8 (4 to 16) over 2 (1 to 4) is 4. Each limit is a factor of 2 away, the combined one 2
// to the power of sqrt(2).
TEST(AttemptTests, RatioIntervalByHand)
{
    const auto found = ratioInterval(measured(2, 1, 4), measured(8, 4, 16));
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(found->low, 4 * std::exp2(-std::sqrt(2.0)));
    EXPECT_DOUBLE_EQ(found->high, 4 * std::exp2(std::sqrt(2.0)));
    const auto exact = ratioInterval(measured(2, 2, 2), measured(3, 3, 3));
    EXPECT_DOUBLE_EQ(exact->low, 1.5);
    EXPECT_FALSE(ratioInterval(measured(2, 0, 4), measured(2, 1, 4)));
    EXPECT_FALSE(ratioInterval(measured(2, 1, 4), Evaluation()));
}

TEST(AttemptTests, ReadsTheTimesOfAttemptsTimedInBothRuns)
{
    std::vector<MetricRow> rows;
    for (const char *run : {"a", "b"}) {
        for (const char *task : {"timed", "wrong"}) {
            const bool isCorrect = std::string(task) == "timed";
            rows.push_back(
                metricRow("c", isCorrect ? Verdict::Correct : Verdict::WrongValue,
                          isCorrect ? std::optional(rows.empty() ? 1.0 : 4.0) : std::nullopt));
            rows.back().id = {static_cast<std::int64_t>(rows.size())};
            rows.back().run = run;
            rows.back().task = task;
        }
    }
    auto compared = compareRuns(rows, "a", "b", {});
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->pairs[0].verdict, PairVerdict::Faster) << "4 over 1, as far as rows say";
    std::vector<std::int64_t> read;
    const auto reading = [&](std::span<const RowId> ids) -> Result<std::vector<Evaluation>> {
        std::vector<Evaluation> out;
        for (const RowId id : ids) {
            read.push_back(id.value);
            out.push_back(id.value == 1 ? measured(1, 0.5, 2) : measured(4, 2, 8));
            out.back().timings = timings({2, 3});
        }
        return out;
    };
    ASSERT_TRUE(testAttempts(*compared, reading));
    EXPECT_EQ(read, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(compared->pairs[0].p, 1.0);
    EXPECT_FALSE(compared->pairs[1].p);
    EXPECT_DOUBLE_EQ(compared->pairs[0].ratioLow.value(), 4 * std::exp2(-std::sqrt(2.0)));
    EXPECT_EQ(compared->pairs[0].verdict, PairVerdict::Faster) << "from 1.5 on";
    compared->floor.relative = 0.6;
    ASSERT_TRUE(testAttempts(*compared, reading));
    EXPECT_EQ(compared->pairs[0].verdict, PairVerdict::Unclear) << "1.5 is within this floor";
    EXPECT_EQ(compared->verdictCounts[static_cast<std::size_t>(PairVerdict::Unclear)], 1);
    EXPECT_EQ(compared->verdictCounts[static_cast<std::size_t>(PairVerdict::Faster)], 0);
    EXPECT_FALSE(compared->pairs[1].ratioLow);
    const auto failing = [](std::span<const RowId>) -> Result<std::vector<Evaluation>> {
        return Error{Errc::Io, "gone", "", ""};
    };
    EXPECT_FALSE(testAttempts(*compared, failing));
}

// Adjusted values of R 4.2's p.adjust(): holm of 0.01, 0.04, 0.03 is 0.03, 0.06, 0.06; BH of 0.01,
// 0.02, 0.03, 0.04 is 0.04 four times.
TEST(AttemptTests, CorrectsOverRunsAndAttempts)
{
    std::array<RunComparison, 2> runs;
    runs[0].fixedBrokenP = 0.01;
    runs[0].speedP = 0.04;
    runs[1].fixedBrokenP = 0.03;
    for (RunComparison &run : runs)
        run.counts[static_cast<std::size_t>(PairState::Broken)] = 1;
    runs[0].verdict = PairVerdict::Unclear; // the other was not timed
    for (const double p : {0.01, 0.02})
        runs[0].pairs.emplace_back().p = p;
    for (const double p : {0.03, 0.04})
        runs[1].pairs.emplace_back().p = p;
    runs[1].pairs.emplace_back();
    correctForMany(runs);
    EXPECT_DOUBLE_EQ(*runs[0].adjustedFixedBrokenP, 0.03);
    EXPECT_DOUBLE_EQ(*runs[0].adjustedSpeedP, 0.06);
    EXPECT_DOUBLE_EQ(*runs[1].adjustedFixedBrokenP, 0.06);
    EXPECT_FALSE(runs[1].adjustedSpeedP);
    EXPECT_EQ(runs[1].runTests, 3);
    for (const RunComparison &run : runs) {
        EXPECT_EQ(run.attemptTests, 4);
        EXPECT_DOUBLE_EQ(*run.pairs[0].adjustedP, 0.04);
        EXPECT_DOUBLE_EQ(*run.pairs[1].adjustedP, 0.04);
    }
    EXPECT_FALSE(runs[1].pairs[2].adjustedP);
    correctForMany({});
}

} // namespace loupe::test
