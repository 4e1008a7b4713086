// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/successmetrics.h"

#include "core/analysis/metrics/suitespeedup.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow sampleRow(const std::string &task, int sample, int round, Verdict verdict,
                    std::optional<double> speedup = std::nullopt)
{
    static std::int64_t next = 0;
    MetricRow row = metricRow("c", verdict, speedup);
    row.id = {++next};
    row.run = "r";
    row.task = task;
    row.sample = sample;
    row.round = round;
    return row;
}

/// Returns tasks in the form of KernelBench's score.py: correct, baseline time, candidate time.
std::vector<MetricRow> scoreRows(const std::vector<bool> &correct,
                                 const std::vector<double> &baseline,
                                 const std::vector<double> &candidate)
{
    std::vector<MetricRow> rows;
    for (std::size_t i = 0; i < correct.size(); ++i)
        rows.push_back(sampleRow("t" + std::to_string(i), 0, 0,
                                 correct[i] ? Verdict::Correct : Verdict::WrongValue,
                                 baseline[i] / candidate[i]));
    return rows;
}

double strictFastP(const std::vector<MetricRow> &rows, double p)
{
    return *fastP(sampleTable(rows, SampleRule::LastRound), p, Threshold::Above).value;
}

std::vector<double> correctSpeedups(const std::vector<MetricRow> &rows, double above)
{
    std::vector<double> out;
    const SampleTable table = sampleTable(rows, SampleRule::LastRound);
    for (const SampleResult &sample : table.samples) {
        if (isFast(sample, above, Threshold::Above))
            out.push_back(*sample.speedup);
    }
    return out;
}

const std::vector<bool> vectorA{true, false, true, true, false};
const std::vector<bool> vectorB{true, true, true, true, false};

} // namespace

// Vectors A, B and C of KernelBench's unit tests of score.py.
TEST(SuccessMetrics, ScoreVectorsOfKernelBench)
{
    const auto a = scoreRows(vectorA, {.1, .15, .2, .05, .3}, {.2, .15, .3, .01, .2});
    EXPECT_NEAR(*geometricMeanOf(correctSpeedups(a, 0)), 1.185631101, 1e-9);
    EXPECT_NEAR(*geometricMeanOf(correctSpeedups(a, 1)), 5, 1e-9);
    EXPECT_DOUBLE_EQ(strictFastP(a, 1), 0.2);
    EXPECT_DOUBLE_EQ(strictFastP(a, 0.5), 0.4);
    EXPECT_DOUBLE_EQ(strictFastP(a, 0), 0.6) << "fast_0 is the correctness rate";
    const auto b = scoreRows(vectorB, {.24, .31, 100, .0001, .3}, {.3, .3, 200, .0001, .3});
    EXPECT_NEAR(*geometricMeanOf(correctSpeedups(b, 0)), 0.801816719, 1e-9);
    EXPECT_NEAR(*geometricMeanOf(correctSpeedups(b, 1)), 1.033333333, 1e-9);
    EXPECT_DOUBLE_EQ(strictFastP(b, 1), 0.2);
    EXPECT_DOUBLE_EQ(strictFastP(b, 0.5), 0.6);
    const auto c = scoreRows({false, false}, {1, 2}, {1, 1});
    EXPECT_DOUBLE_EQ(strictFastP(c, 0), 0);
    EXPECT_DOUBLE_EQ(strictFastP(c, 1), 0);
}

TEST(SuccessMetrics, ThresholdsAreStrictOrInclusiveAsNamed)
{
    const auto rows = scoreRows({true, true}, {1, 3}, {1, 1});
    const SampleTable table = sampleTable(rows, SampleRule::LastRound);
    EXPECT_DOUBLE_EQ(*fastP(table, 1, Threshold::Above).value, 0.5);
    EXPECT_DOUBLE_EQ(*fastP(table, 1, Threshold::AtLeast).value, 1.0);
    EXPECT_EQ(fastPName(1, Threshold::Above), "fast_1 (>)");
    EXPECT_EQ(fastPName(0.8, Threshold::AtLeast), "fast_0.8 (>=)");
}

TEST(SuccessMetrics, FastPCountsUntimedResults)
{
    const std::vector<MetricRow> rows{
        sampleRow("a", 0, 0, Verdict::Correct), sampleRow("b", 0, 0, Verdict::Correct, 2.0),
        sampleRow("c", 0, 0, Verdict::Crashed), sampleRow("d", 0, 0, Verdict::InfraError)};
    const Figure fast = fastP(sampleTable(rows, SampleRule::LastRound), 1, Threshold::Above);
    EXPECT_DOUBLE_EQ(*fast.value, 1.0 / 3);
    EXPECT_EQ(fast.used, 2);
    EXPECT_EQ(fast.total, 3);
    const std::vector<MetricRow> untimed{sampleRow("a", 0, 0, Verdict::Correct)};
    EXPECT_FALSE(fastP(sampleTable(untimed, SampleRule::LastRound), 1, Threshold::Above).value);
    EXPECT_FALSE(fastP(SampleTable(), 1, Threshold::Above).value);
}

// From KernelBench's unit tests: pass@k with n = 10.
TEST(SuccessMetrics, PassAtKVectorsOfKernelBench)
{
    EXPECT_DOUBLE_EQ(*passAtK({10, 0, -1}, 1), 0);
    EXPECT_NEAR(*passAtK({10, 1, 0}, 1), 0.1, 1e-12);
    EXPECT_NEAR(*passAtK({10, 1, 0}, 5), 0.5, 1e-12);
    EXPECT_NEAR(*passAtK({10, 3, 0}, 5), 0.916667, 1e-6);
    EXPECT_DOUBLE_EQ(*passAtK({10, 10, 0}, 1), 1);
    EXPECT_FALSE(passAtK({3, 1, 0}, 4));
    EXPECT_FALSE(passAtK({3, 1, 0}, 0));
}

// C(n - c, k) / C(n, k) overflows any integer here; the product does not.
TEST(SuccessMetrics, PassAtKIsStableForManySamples)
{
    const double logFail
        = std::lgamma(9001.0) - std::lgamma(8001.0) - std::lgamma(10001.0) + std::lgamma(9001.0);
    EXPECT_NEAR(*passAtK({10000, 1000, 0}, 1000), 1 - std::exp(logFail), 1e-9);
    EXPECT_NEAR(*passAtK({100000, 1, 0}, 100), 0.001, 1e-12);
}

// KernelBench's pass_at_k_results.json: 3 of 4 and 0 of 4 give avg_pass@1 = 0.375. With a third
// task of one sample, our pass@4 is over two tasks; KernelBench's is over three.
TEST(SuccessMetrics, MeanPassAtKBothWays)
{
    const std::vector<SuccessCount> two{{4, 3, 0}, {4, 0, -1}};
    EXPECT_DOUBLE_EQ(*meanPassAtK(two, 1).value, 0.375);
    const std::vector<SuccessCount> three{{4, 3, 0}, {4, 0, -1}, {1, 1, 0}};
    const Figure ours = meanPassAtK(three, 4);
    EXPECT_DOUBLE_EQ(*ours.value, 0.5);
    EXPECT_EQ(ours.used, 2);
    EXPECT_EQ(ours.total, 3);
    EXPECT_DOUBLE_EQ(*meanPassAtK(three, 4, PassAtKRule::KernelBenchShipped).value, 1.0 / 3);
    EXPECT_FALSE(meanPassAtK(three, 9).value);
}

// MultiKernelBench Table 4, 285 tasks: Claude-Sonnet-4 on CUDA passes 134, 47.0 %; DeepSeek-R1 150,
// 52.6 %. It uses any of k, not the estimator: one success of five is 1, not 0.2.
TEST(SuccessMetrics, AnyOfKAsMultiKernelBench)
{
    std::vector<SuccessCount> tasks(285, {5, 0, -1});
    for (std::size_t i = 0; i < 134; ++i)
        tasks[i] = {5, 1, 4};
    EXPECT_DOUBLE_EQ(std::round(*anyOfFirstK(tasks, 5).value * 1000) / 10, 47.0);
    EXPECT_DOUBLE_EQ(*anyOfFirstK(tasks, 4).value, 0) << "the success is the fifth sample";
    for (std::size_t i = 0; i < 150; ++i)
        tasks[i] = {5, 1, 0};
    EXPECT_DOUBLE_EQ(std::round(*anyOfFirstK(tasks, 1).value * 1000) / 10, 52.6);
    EXPECT_EQ(anyOfFirstK(tasks, 6).used, 0);
}

// Compilation@k, Pass@k and SpeedUp_1@k of the same samples, by hand.
TEST(SuccessMetrics, CompilationPassAndSpeedUpAtK)
{
    const std::vector<MetricRow> rows{
        sampleRow("a", 0, 0, Verdict::CompileError), sampleRow("a", 1, 0, Verdict::Correct, 1.0),
        sampleRow("b", 0, 0, Verdict::WrongValue),   sampleRow("b", 1, 0, Verdict::CompileError),
        sampleRow("c", 0, 0, Verdict::CompileError), sampleRow("c", 1, 0, Verdict::LinkError)};
    const SampleTable table = sampleTable(rows, SampleRule::LastRound);
    const auto built = countSuccesses(table, [](const SampleResult &s) { return s.isBuilt; });
    const auto correct = countSuccesses(table, [](const SampleResult &s) { return s.isCorrect; });
    const auto fast = countSuccesses(
        table, [](const SampleResult &s) { return isFast(s, 1, Threshold::AtLeast); });
    EXPECT_DOUBLE_EQ(*anyOfFirstK(built, 1).value, 1.0 / 3);
    EXPECT_DOUBLE_EQ(*anyOfFirstK(built, 2).value, 2.0 / 3);
    EXPECT_DOUBLE_EQ(*anyOfFirstK(correct, 1).value, 0);
    EXPECT_DOUBLE_EQ(*anyOfFirstK(correct, 2).value, 1.0 / 3);
    EXPECT_DOUBLE_EQ(*anyOfFirstK(fast, 2).value, 1.0 / 3) << "1.0 counts: SpeedUp_1 is inclusive";
}

TEST(SuccessMetrics, SamplesEndInTheirLastJudgedOrBestRound)
{
    const std::vector<MetricRow> rows{
        sampleRow("a", 0, 0, Verdict::Correct, 3.0), sampleRow("a", 0, 1, Verdict::WrongValue),
        sampleRow("a", 0, 2, Verdict::NotRecorded),  sampleRow("a", 1, 0, Verdict::NotRecorded),
        sampleRow("b", 0, 0, Verdict::Correct, 1.5), sampleRow("b", 0, 0, Verdict::Correct, 1.2)};
    const SampleTable last = sampleTable(rows, SampleRule::LastRound);
    ASSERT_EQ(last.tasks.size(), 2U);
    EXPECT_EQ(last.tasks[0].count, 1U);
    EXPECT_EQ(last.tasks[0].unjudged, 1);
    EXPECT_FALSE(last.of(last.tasks[0])[0].isCorrect);
    EXPECT_DOUBLE_EQ(*last.of(last.tasks[1])[0].speedup, 1.2) << "a later attempt replaces";
    const SampleTable best = sampleTable(rows, SampleRule::BestRound);
    EXPECT_DOUBLE_EQ(*best.of(best.tasks[0])[0].speedup, 3.0);
    EXPECT_DOUBLE_EQ(*best.of(best.tasks[1])[0].speedup, 1.2) << "of one round only the last";
}

// KernelBench-X, table 1, GEAK: 121 and 54 of 176. Rates over the submitted ones are higher.
TEST(SuccessMetrics, StageRatesHaveBothDenominators)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < 160; ++i) {
        const Verdict verdict = i < 54 ? Verdict::Correct
            : i < 121                  ? Verdict::WrongValue
                                       : Verdict::CompileError;
        rows.push_back(sampleRow("t" + std::to_string(i), 0, 0, verdict,
                                 i < 50 ? std::optional(1.1) : std::nullopt));
    }
    const StageCounts counts = stageCounts(sampleTable(rows, SampleRule::LastRound));
    EXPECT_EQ(counts.submitted, 160);
    EXPECT_EQ(counts.call, 121);
    EXPECT_EQ(counts.exe, 54);
    EXPECT_EQ(counts.perf, 50);
    EXPECT_NEAR(*StageCounts::rate(counts.call, 176), 0.688, 5e-4);
    EXPECT_NEAR(*StageCounts::rate(counts.exe, 176), 0.307, 5e-4);
    EXPECT_DOUBLE_EQ(*StageCounts::rate(counts.exe, counts.submitted), 54.0 / 160);
    EXPECT_FALSE(StageCounts::rate(0, 0));
}

TEST(SuccessMetrics, FastPByRoundIsBestSoFar)
{
    const std::vector<MetricRow> rows{
        sampleRow("a", 0, 0, Verdict::Correct, 0.8), sampleRow("a", 0, 1, Verdict::Correct, 2.0),
        sampleRow("a", 0, 2, Verdict::Crashed), sampleRow("b", 0, 0, Verdict::WrongValue),
        sampleRow("b", 0, 2, Verdict::Correct, 0.5)};
    const auto rounds = fastPByRound(rows, 1, Threshold::Above);
    ASSERT_EQ(rounds.size(), 3U);
    EXPECT_DOUBLE_EQ(*rounds[0].fast.value, 0);
    EXPECT_DOUBLE_EQ(*rounds[1].fast.value, 0.5);
    EXPECT_DOUBLE_EQ(*rounds[2].fast.value, 0.5) << "a crash afterwards takes nothing away";
    EXPECT_EQ(rounds[2].correct, 2);
    EXPECT_NEAR(*rounds[2].bestMean, 1.0, 1e-12);
    EXPECT_EQ(rounds[2].fast.total, 2);
}

TEST(SuccessMetrics, CostIsPaidForFailuresToo)
{
    std::vector<MetricRow> rows{
        sampleRow("a", 0, 0, Verdict::Crashed), sampleRow("a", 0, 1, Verdict::Correct),
        sampleRow("b", 0, 0, Verdict::WrongValue), sampleRow("c", 0, 0, Verdict::Correct)};
    rows[0].cost.inputTokens = 100;
    rows[0].cost.outputTokens = 50;
    rows[1].cost.outputTokens = 150;
    rows[1].cost.dollars = 0.5;
    rows[2].cost.outputTokens = 300;
    rows.push_back(rows[2]); // evaluated again
    rows.back().id = {1000};
    std::vector<const MetricRow *> places;
    for (const MetricRow &row : rows)
        places.push_back(&row);
    const CostPerSuccess cost = costPerSuccess(places);
    EXPECT_EQ(cost.successes, 2);
    EXPECT_EQ(cost.tokens.recorded, 3);
    EXPECT_DOUBLE_EQ(cost.tokens.total, 600);
    EXPECT_DOUBLE_EQ(*cost.tokens.perSuccess, 300);
    EXPECT_DOUBLE_EQ(*cost.dollars.perSuccess, 0.25);
    EXPECT_FALSE(cost.seconds.perSuccess) << "not recorded is not 0";
}

} // namespace loupe::test
