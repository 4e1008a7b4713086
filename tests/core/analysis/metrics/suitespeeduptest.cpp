// SPDX-License-Identifier: Apache-2.0
//
// Figures come from the suites themselves: KernelBench's tests of its score, a record of
// KernelBench-X's public corpus with its stored times, and the output of TritonBench's two
// 2_efficiency.py for the same rows. The others are computed by hand from the formulas.
#include "core/analysis/metrics/suitespeedup.h"

#include <cmath>

#include <gtest/gtest.h>

namespace loupe {

namespace {

CaseTimes timed(const std::string &name, std::vector<double> baseline,
                std::vector<double> candidate)
{
    CaseTimes out;
    out.caseName = name;
    out.baselineCalls.assign(baseline.size(), 1);
    out.candidateCalls.assign(candidate.size(), 1);
    out.baselineMs = std::move(baseline);
    out.candidateMs = std::move(candidate);
    return out;
}

SuiteRow row(const std::string &task, bool correct, double baseline, double candidate)
{
    SuiteRow out;
    out.attempt = task;
    out.judged = true;
    out.correct = correct;
    out.measured.speedup = baseline / candidate;
    out.measured.baselineMs = baseline;
    out.measured.candidateMs = candidate;
    return out;
}

double figure(const SuiteAggregate &of, const std::string &name)
{
    for (const SuiteFigure &each : of.figures) {
        if (each.name == name)
            return each.value.value_or(NAN);
    }
    ADD_FAILURE() << "no figure " << name;
    return NAN;
}

} // namespace

TEST(SuiteSpeedup, KernelBenchDividesMeansOfThreeDigits)
{
    // By hand: the mean of the blocks of 3 and 1 calls is (3*2.001 + 2.409) / 4 = 2.103, rounded
    // 2.10. The candidate's mean 1.0354 rounds to 1.04. Medians would give 2.205 / 1.0354 = 2.13.
    CaseTimes times = timed("trial 1", {2.001, 2.409}, {1.0354});
    times.baselineCalls = {3, 1};
    const SuiteSpeedup got = suiteSpeedup(SpeedupRule::KernelBench, std::vector{times});
    EXPECT_DOUBLE_EQ(got.baselineMs, 2.10);
    EXPECT_DOUBLE_EQ(got.candidateMs, 1.04);
    EXPECT_DOUBLE_EQ(*got.speedup, 2.10 / 1.04);
    EXPECT_EQ(suiteSpeedup(SpeedupRule::MultiKernelBench, std::vector{times}).speedup, got.speedup);
    const SuiteSpeedup none = suiteSpeedup(SpeedupRule::KernelBench, {});
    EXPECT_FALSE(none.speedup);
    EXPECT_EQ(none.absence, "no raw times");
    EXPECT_FALSE(suiteSpeedup(SpeedupRule::KernelBench, std::vector{timed("a", {1}, {0})}).speedup);
}

TEST(SuiteSpeedup, KernelBenchsOwnScores)
{
    // Vectors of KernelBench's unit tests of src/score.py.
    const auto rows = [](const std::vector<bool> &correct, const std::vector<double> &baseline,
                         const std::vector<double> &candidate) {
        std::vector<SuiteRow> out;
        for (std::size_t i = 0; i < correct.size(); ++i)
            out.push_back(row(std::to_string(i), correct[i], baseline[i], candidate[i]));
        return aggregate(SpeedupRule::KernelBench, out);
    };
    const SuiteAggregate a
        = rows({true, false, true, true, false}, {.1, .15, .2, .05, .3}, {.2, .15, .3, .01, .2});
    EXPECT_NEAR(figure(a, "geometric mean, correct"), 1.185631101, 1e-9);
    EXPECT_NEAR(figure(a, "geometric mean, correct and faster"), 5, 1e-12);
    EXPECT_DOUBLE_EQ(figure(a, "fast_1"), 0.2);
    EXPECT_DOUBLE_EQ(figure(a, "fast_0.5"), 0.4) << "strictly above: 0.5 itself is not";
    const SuiteAggregate b = rows({true, true, true, true, false}, {.24, .31, 100, .0001, .3},
                                  {.3, .3, 200, .0001, .3});
    EXPECT_NEAR(figure(b, "geometric mean, correct"), 0.801816719, 1e-9);
    EXPECT_NEAR(figure(b, "geometric mean, correct and faster"), 1.033333333, 1e-9);
    EXPECT_DOUBLE_EQ(figure(b, "fast_1"), 0.2);
    EXPECT_DOUBLE_EQ(figure(b, "fast_0.5"), 0.6);
    const SuiteAggregate c = rows({false, false}, {1, 1}, {.1, .1});
    EXPECT_EQ(c.correct, 0);
    EXPECT_DOUBLE_EQ(figure(c, "fast_1"), 0);
    EXPECT_TRUE(std::isnan(figure(c, "geometric mean, correct")));
}

TEST(SuiteSpeedup, KernelBenchXDividesByTheWholeStoredSum)
{
    // all_records.jsonl, Fusion/fused_gather_masked_fill.py: runtime_ms 0.2477, speedup 1.3799, and
    // the eight rows of golden_results/5090/fused_gather_masked_fill.json.
    const std::vector<double> golden{
        0.017343999817967415, 0.019071999937295914, 0.01990400068461895, 0.02143999934196472,
        0.026976000517606735, 0.045024000108242035, 0.06771200150251389, 0.12432000041007996};
    std::vector<CaseTimes> cases;
    for (const double each : golden)
        cases.push_back(timed("size " + std::to_string(cases.size()), {each}, {}));
    cases.front().candidateMs = {0.2477}; // the record only has the sum
    const SuiteSpeedup got = suiteSpeedup(SpeedupRule::KernelBenchX, cases);
    EXPECT_DOUBLE_EQ(*got.speedup, 1.3799);
    // The last size gives 0.1243 / 0.2477. The seven sizes that the candidate lacks still count.
    const SuiteSpeedup matched = suiteSpeedup(SpeedupRule::TritonBenchT, cases);
    EXPECT_TRUE(matched.isDropped) << "TritonBench matches sizes: 0.0173 / 0.2477 is below 0.1";
}

TEST(SuiteSpeedup, KernelBenchXAveragesTwice)
{
    // By hand: (8 + 1) / (2 + 4) = 1.5 and (4 + 0.25) / 2 = 2.125.
    const std::vector<SuiteRow> rows{row("a", true, 8, 2), row("b", true, 1, 4),
                                     row("c", false, 9, 1)};
    const SuiteAggregate got = aggregate(SpeedupRule::KernelBenchX, rows);
    EXPECT_DOUBLE_EQ(figure(got, "avg_speedup_global"), 1.5);
    EXPECT_DOUBLE_EQ(figure(got, "avg_speedup_per_task"), 2.125);
    EXPECT_EQ(got.tasks, 3);
    EXPECT_EQ(got.measured, 2);
}

TEST(SuiteSpeedup, TritonBenchMatchesItsScripts)
{
    // eval_T/2_efficiency.py and eval_G/2_efficiency.py, calculate(), run on these rows.
    const std::vector<double> reference{0.012, 0.031, 0.127};
    const auto with = [&](const std::vector<double> &candidate) {
        std::vector<CaseTimes> cases;
        for (std::size_t i = 0; i < reference.size(); ++i) {
            cases.push_back(timed(std::to_string(i), {reference[i]}, {}));
            if (i < candidate.size())
                cases.back().candidateMs = {candidate[i]};
        }
        return cases;
    };
    const auto whole = with({0.010, 0.033, 0.101});
    EXPECT_DOUBLE_EQ(*suiteSpeedup(SpeedupRule::TritonBenchT, whole).speedup, 1.1806);
    EXPECT_DOUBLE_EQ(*suiteSpeedup(SpeedupRule::TritonBenchG, whole).speedup, 1.1806);
    const auto part = with({0.010, 0.033});
    EXPECT_DOUBLE_EQ(*suiteSpeedup(SpeedupRule::TritonBenchT, part).speedup, 1.0);
    EXPECT_TRUE(suiteSpeedup(SpeedupRule::TritonBenchG, part).isDropped);
    const auto fast = with({0.0010, 0.0033, 0.0101});
    EXPECT_TRUE(suiteSpeedup(SpeedupRule::TritonBenchT, fast).isDropped);
    EXPECT_TRUE(suiteSpeedup(SpeedupRule::TritonBenchG, fast).isDropped);
    const auto slow = with({0.12, 0.31, 1.28});
    EXPECT_TRUE(suiteSpeedup(SpeedupRule::TritonBenchT, slow).isDropped);
    EXPECT_DOUBLE_EQ(*suiteSpeedup(SpeedupRule::TritonBenchG, slow).speedup, 0.0994);
}

TEST(SuiteSpeedup, KernelGenBenchTakesGeometricMeansOfMedians)
{
    // By hand: sqrt(4 * 0.25) = 1, with the median of each case.
    const std::vector<CaseTimes> cases{timed("a", {3, 4, 9}, {1, 1, 7}),
                                       timed("b", {1, 1, 1}, {4, 4, 4}), timed("c", {1}, {})};
    EXPECT_NEAR(*suiteSpeedup(SpeedupRule::KernelGenBench, cases).speedup, 1.0, 1e-12);
}

TEST(SuiteSpeedup, KernelGenBenchsPublishedOverallValue)
{
    // KernelGenBench's paper: the 0.78 of table 2 from its 101, 34 and 47 passed operators.
    std::vector<SuiteRow> rows;
    const auto add = [&](int count, double speedup) {
        for (int i = 0; i < count; ++i)
            rows.push_back(row(std::to_string(rows.size()), true, speedup, 1));
    };
    add(101, 0.86);
    add(34, 1.02);
    add(47, 0.51);
    const SuiteAggregate got = aggregate(SpeedupRule::KernelGenBench, rows);
    EXPECT_NEAR(figure(got, "geometric mean, passed"), 0.78, 0.005);
    EXPECT_DOUBLE_EQ(figure(got, "fast_0.8"), 135.0 / 182);
}

TEST(SuiteSpeedup, MultiKernelBenchTakesAnyOfTheSamples)
{
    std::vector<SuiteRow> rows{row("a", true, 1, 2), row("a", true, 2, 2), row("b", false, 9, 1),
                               row("c", true, 1, 2)};
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].sample = static_cast<int>(i);
    EXPECT_DOUBLE_EQ(figure(aggregate(SpeedupRule::MultiKernelBench, rows), "SpeedUp_1"), 1.0 / 3)
        << "1 itself counts, and so does the second sample";
    const SuiteAggregate first = aggregate(SpeedupRule::KernelBench, rows);
    EXPECT_DOUBLE_EQ(figure(first, "fast_0.5"), 0) << "KernelBench counts the first sample only";
}

TEST(SuiteSpeedup, CountsMissingTimesWithoutReplacingThem)
{
    std::vector<SuiteRow> rows{row("a", true, 2, 1), row("b", true, 2, 1), row("c", true, 2, 1)};
    rows[1].measured = suiteSpeedup(SpeedupRule::TritonBenchT, {});
    rows[2].judged = false;
    const SuiteAggregate got = aggregate(SpeedupRule::TritonBenchT, rows);
    EXPECT_EQ(got.tasks, 2);
    EXPECT_EQ(got.notCounted, 1);
    EXPECT_EQ(got.correct, 2);
    EXPECT_EQ(got.measured, 1);
    EXPECT_EQ(got.missing, 1);
    rows.erase(rows.begin());
    const SuiteAggregate nothing = aggregate(SpeedupRule::KernelBench, rows);
    EXPECT_TRUE(std::isnan(figure(nothing, "fast_1"))) << "unknown, not 0";
}

TEST(SuiteSpeedup, PrefersTheSuiteClockOfBothSides)
{
    const TimingSeries wallBaseline{"baseline", "engine_wall", "a", {2}, {1}, 0};
    const TimingSeries wallCandidate{"candidate", "engine_wall", "a", {1}, {1}, 0};
    const TimingSeries eventBaseline{"baseline", "cuda_event", "a", {4}, {1}, 0};
    const TimingSeries eventCandidate{"candidate", "cuda_event", "a", {1}, {1}, 0};
    const ChosenTimes events
        = chooseTimes(std::vector{wallBaseline, wallCandidate, eventBaseline, eventCandidate});
    EXPECT_TRUE(events.isSuitesClock);
    ASSERT_EQ(events.cases.size(), 1u);
    EXPECT_EQ(events.cases[0].baselineMs, std::vector{4.0});
    const ChosenTimes wall = chooseTimes(std::vector{wallBaseline, wallCandidate, eventBaseline});
    EXPECT_FALSE(wall.isSuitesClock);
    EXPECT_EQ(wall.clock, "engine_wall");
    EXPECT_TRUE(chooseTimes(std::vector{wallBaseline}).cases.empty());
}

TEST(SuiteSpeedup, AcceptsAnySpellingOfSuites)
{
    EXPECT_EQ(speedupRuleOf("KernelBench-X"), SpeedupRule::KernelBenchX);
    EXPECT_EQ(speedupRuleOf("tritonbench_g"), SpeedupRule::TritonBenchG);
    EXPECT_FALSE(speedupRuleOf("native tasks"));
    EXPECT_TRUE(definition(SpeedupRule::KernelGenBench).starts_with("KernelGenBench"));
}

} // namespace loupe
