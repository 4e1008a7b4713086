// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundcomposition.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow ofRound(const std::string &task, int round, Verdict verdict,
                  std::optional<double> speedup = std::nullopt)
{
    MetricRow row = metricRow("c", verdict, speedup);
    row.task = task;
    row.round = round;
    row.id = {round * 100 + static_cast<int>(task.size())};
    return row;
}

} // namespace

// By hand. Round 0: 2, 4 and 6, mean 4. Round 1: 2.2, 4.4 and 0.9, mean 2.5; change -1.5. Kernels
// in both rounds: (2 + 4) / 2 = 3 and (2.2 + 4.4) / 2 = 3.3, within +0.3. Rescued: (0.9 - 3.3) / 3
// = -0.8. Broken: (3 - 6) / 3 = -1. 0.3 - 0.8 - 1 = -1.5.
TEST(RoundComposition, MatchesAHandCalculation)
{
    const std::vector<MetricRow> rows{
        ofRound("a", 0, Verdict::Correct, 2.0),   ofRound("bb", 0, Verdict::Correct, 4.0),
        ofRound("ccc", 0, Verdict::Correct, 6.0), ofRound("dddd", 0, Verdict::WrongValue),
        ofRound("a", 1, Verdict::Correct, 2.2),   ofRound("bb", 1, Verdict::Correct, 4.4),
        ofRound("ccc", 1, Verdict::CompileError), ofRound("dddd", 1, Verdict::Correct, 0.9)};
    const std::vector<RoundChange> changes = roundChanges(rows);
    ASSERT_EQ(changes.size(), 1U);
    const RoundChange &change = changes[0];
    EXPECT_EQ(change.fromRound, 0);
    EXPECT_EQ(change.toRound, 1);
    EXPECT_EQ(change.before, 3);
    EXPECT_EQ(change.after, 3);
    EXPECT_EQ(change.persistent, 2);
    EXPECT_DOUBLE_EQ(change.meanBefore, 4.0);
    EXPECT_DOUBLE_EQ(change.meanAfter, 2.5);
    EXPECT_NEAR(change.within, 0.3, 1e-12);
    EXPECT_EQ(change.rescued.kernels, 1);
    EXPECT_NEAR(change.rescued.effect, -0.8, 1e-12);
    EXPECT_EQ(change.broken.kernels, 1);
    EXPECT_NEAR(change.broken.effect, -1.0, 1e-12);
    EXPECT_EQ(change.appeared.kernels, 0);
    EXPECT_EQ(change.disappeared.kernels, 0);
    EXPECT_NEAR(change.within + change.composition(), change.change(), 1e-12);
}

// Speedups are powers of 2; the numbers here are their logarithms to base 2. Round 0: 1, 2 and 3,
// mean 2. Round 1: 2, 2 and -1, mean 1; change -1. Kernels in both rounds: 1.5 and 2, within +0.5.
// Rescued: (-1 - 2) / 3 = -1. Broken: (1.5 - 3) / 3 = -0.5.
TEST(RoundComposition, TheGeometricMeanIsSplitIntoFactors)
{
    const std::vector<MetricRow> rows{
        ofRound("a", 0, Verdict::Correct, 2.0),   ofRound("bb", 0, Verdict::Correct, 4.0),
        ofRound("ccc", 0, Verdict::Correct, 8.0), ofRound("dddd", 0, Verdict::WrongValue),
        ofRound("a", 1, Verdict::Correct, 4.0),   ofRound("bb", 1, Verdict::Correct, 4.0),
        ofRound("ccc", 1, Verdict::CompileError), ofRound("dddd", 1, Verdict::Correct, 0.5)};
    const std::vector<RoundChange> changes = roundChanges(rows, RoundMean::Geometric);
    ASSERT_EQ(changes.size(), 1U);
    const RoundChange &change = changes[0];
    EXPECT_NEAR(change.meanBefore, 4.0, 1e-12);
    EXPECT_NEAR(change.meanAfter, 2.0, 1e-12);
    EXPECT_NEAR(std::exp(change.within), std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(std::exp(change.rescued.effect), 0.5, 1e-12);
    EXPECT_NEAR(std::exp(change.broken.effect), std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(change.within + change.composition(), change.change(), 1e-12);
}

TEST(RoundComposition, DistinguishesMissingFromFailed)
{
    const std::vector<MetricRow> rows{
        ofRound("a", 0, Verdict::Correct, 1.0), ofRound("bb", 0, Verdict::Correct, 3.0),
        ofRound("a", 1, Verdict::Correct, 1.0), ofRound("bb", 1, Verdict::NotRecorded),
        ofRound("ccc", 1, Verdict::Correct, 5.0)};
    const std::vector<RoundChange> changes = roundChanges(rows);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].disappeared.kernels, 1);
    EXPECT_DOUBLE_EQ(changes[0].disappeared.effect, -1.0); // (1 - 3) / 2
    EXPECT_EQ(changes[0].appeared.kernels, 1);
    EXPECT_DOUBLE_EQ(changes[0].appeared.effect, 2.0); // (5 - 1) / 2
    EXPECT_EQ(changes[0].rescued.kernels + changes[0].broken.kernels, 0);
    EXPECT_DOUBLE_EQ(changes[0].within, 0.0);
}

TEST(RoundComposition, ReturnsNothingWithoutCommonKernels)
{
    const std::vector<MetricRow> rows{ofRound("a", 0, Verdict::Correct, 1.0),
                                      ofRound("bb", 1, Verdict::Correct, 3.0)};
    EXPECT_TRUE(roundChanges(rows).empty());
    EXPECT_TRUE(roundChanges({}).empty());
}

TEST(RoundComposition, AddsUpForAnyRows)
{
    std::size_t compared = 0;
    int persistent = 0;
    int rescued = 0;
    int broken = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        std::vector<MetricRow> rows = randomRows(seed, 60);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].task = "t" + std::to_string(i / 3);
            rows[i].round = static_cast<int>(i % 3);
        }
        const std::vector<RoundChange> changes = roundChanges(rows);
        compared += changes.size();
        for (const RoundChange &change : changes) {
            EXPECT_NEAR(change.within + change.composition(), change.change(),
                        1e-9 * (1 + change.meanBefore + change.meanAfter))
                << "seed " << seed;
            persistent += change.persistent;
            rescued += change.rescued.kernels;
            broken += change.broken.kernels;
        }
    }
    EXPECT_GE(compared, 30U);
    for (const int kernels : {persistent, rescued, broken})
        EXPECT_GT(kernels, 30);
}

} // namespace loupe::test
