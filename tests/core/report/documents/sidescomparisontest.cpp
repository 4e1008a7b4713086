// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/sidescomparison.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Runs "eager" and "compiled" with two methods on one device, each against its own baseline.
class SidesComparisonTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        for (const char *task : {"Math/add", "Math/more"}) {
            record("eager", "loop", task, 2.0);
            record("eager", "blocked", task, 6.0);
            record("compiled", "loop", task, 1.0);
        }
        record("eager", "loop", "Math/lost", std::nullopt);
        record("eager", "blocked", "Math/lost", 3.0);
    }

    void record(const std::string &run, const std::string &method, const std::string &task,
                std::optional<double> speedup)
    {
        const auto known = writer->findRun(run);
        const RunId id = known ? known->first : must(writer->beginRun(sampleRun(run)));
        const TaskId taskId = must(writer->addTask(sampleTask(task, "Math")));
        const MethodId methodId = must(writer->addMethod(sampleMethod(method)));
        Evaluation evaluation = sampleEvaluation(task, method);
        evaluation.findings.clear();
        evaluation.verdict = speedup ? Verdict::Correct : Verdict::WrongValue;
        evaluation.speedup = speedup;
        evaluation.speedupLow.reset();
        evaluation.speedupHigh.reset();
        evaluation.candidateMs.reset();
        evaluation.baseline = speedup ? run : std::string(); // never timed against a baseline
        evaluation.timings.clear();
        must(writer->record(id, taskId, methodId, evaluation));
    }

    static SidesRequest request(const ComparedSide &first, const ComparedSide &second)
    {
        SidesRequest out;
        out.first = first;
        out.second = second;
        out.bootstrap.resamples = 100;
        return out;
    }

    std::unique_ptr<StoreWriter> writer;
};

} // namespace

TEST_F(SidesComparisonTest, ComparesMethodsOfOneRun)
{
    const auto found = must(compareSides(
        *openReader(),
        request(sideOf(SideKind::Method, "blocked"), sideOf(SideKind::Method, "loop"))));
    ASSERT_TRUE(found.comparison) << found.comparison.error().text();
    ASSERT_TRUE(found.summary);
    EXPECT_EQ(found.measure, SpeedMeasure::Speedups);
    EXPECT_EQ(found.summary->solvedByBoth, 2);
    EXPECT_EQ(found.summary->onlyFirst, 1);
    EXPECT_EQ(found.summary->firstFaster, 2) << "6 over eager against 2 over eager";
    const ComparedPair &add = found.comparison->pairs.front(); // by task: add, lost, more
    ASSERT_TRUE(add.ratio);
    EXPECT_DOUBLE_EQ(*add.ratio, 1.0 / 3);
    EXPECT_EQ(found.populations.back().condition(GroupBy::Baseline).value, "eager")
        << "which both have; the second has another one, too";
    EXPECT_TRUE(found.ways.empty());
}

TEST_F(SidesComparisonTest, RefusesDifferentBaselinesWithAlternatives)
{
    const auto found = must(compareSides(
        *openReader(),
        request(sideOf(SideKind::Baseline, "eager"), sideOf(SideKind::Baseline, "compiled"))));
    ASSERT_FALSE(found.comparison);
    EXPECT_TRUE(isOfConditions(found.comparison.error()));
    EXPECT_FALSE(found.summary);
    const auto baseline = std::ranges::find(found.facts, "Baseline", &SideFact::what);
    EXPECT_EQ(baseline->state, SideFact::State::Differs);
    ASSERT_EQ(found.ways.size(), 2U);
    EXPECT_EQ(found.ways[0].measure, SpeedMeasure::Nothing);
    EXPECT_EQ(found.ways[0].tasks, 3) << "the failure is of each baseline";
    EXPECT_FALSE(found.ways[1].isPossible) << "no milliseconds";
    SidesRequest outcomes = request(found.sides[0], found.sides[1]);
    outcomes.measure = SpeedMeasure::Nothing;
    const auto compared = must(compareSides(*openReader(), outcomes));
    EXPECT_TRUE(compared.comparison) << compared.comparison.error().text();
}

TEST_F(SidesComparisonTest, UnlikeClocksAreRefused)
{
    const RunId run = must(writer->beginRun(sampleRun("clocks")));
    for (const char *method : {"one", "two"}) {
        const TaskId task = must(writer->addTask(sampleTask("Math/clocked", "Math")));
        const MethodId methodId = must(writer->addMethod(sampleMethod(method)));
        Evaluation evaluation = sampleEvaluation("Math/clocked", method);
        const std::string clock = method == std::string("one") ? "engine_wall" : "device_events";
        evaluation.timings = {{"baseline", clock, "case", {4, 4}, {1, 1}, 0},
                              {"candidate", clock, "case", {2, 2}, {1, 1}, 0}};
        must(writer->record(run, task, methodId, evaluation));
    }
    const auto found = must(compareSides(
        *openReader(), request(sideOf(SideKind::Method, "one"), sideOf(SideKind::Method, "two"))));
    ASSERT_FALSE(found.comparison);
    EXPECT_TRUE(isOfConditions(found.comparison.error()));
    EXPECT_EQ(found.facts.back(),
              (SideFact{"Clock", "engine_wall", "device_events", SideFact::State::Differs}));
    const auto times = std::ranges::find(found.ways, SpeedMeasure::Times, &SideWay::measure);
    ASSERT_NE(times, found.ways.end());
    EXPECT_FALSE(times->isPossible);
}

TEST_F(SidesComparisonTest, FiltersAreNamedByTheirText)
{
    const auto found = must(
        compareSides(*openReader(),
                     request(sideOf(*parseFilter("run:eager method:loop")),
                             sideOf(*parseFilter("run:eager method:blocked task:Math/add")))));
    EXPECT_EQ(found.names,
              (std::vector<std::string>{"run:eager method:loop",
                                        "run:eager method:blocked task:Math/add"}));
    ASSERT_TRUE(found.comparison);
    EXPECT_EQ(found.comparison->count(PairState::BothCorrect), 1);
    EXPECT_EQ(found.populations.front().cells().size(), 3U);
}

TEST_F(SidesComparisonTest, SidesThatShareAResultAreRefused)
{
    const ComparedSide eager = sideOf(*parseFilter("run:eager method:loop"));
    const auto shared
        = compareSides(*openReader(), request(eager, sideOf(*parseFilter("method:loop,blocked"))));
    ASSERT_FALSE(shared);
    EXPECT_NE(shared.error().message.find("is on both sides"), std::string::npos);
    EXPECT_FALSE(compareSides(*openReader(), request(eager, eager)));
}

TEST_F(SidesComparisonTest, ReportsASideWithoutResults)
{
    const auto found = must(compareSides(
        *openReader(),
        request(sideOf(SideKind::Method, "nobody"), sideOf(SideKind::Method, "loop"))));
    ASSERT_FALSE(found.comparison);
    EXPECT_EQ(found.comparison.error().code, Errc::NotFound);
    EXPECT_NE(found.comparison.error().message.find("nobody"), std::string::npos);
}

} // namespace loupe::test
