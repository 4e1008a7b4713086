// SPDX-License-Identifier: Apache-2.0
// Tests which recorded reference times a result is compared with.
#include "core/analysis/population/population.h"
#include "core/model/record/furtherbaseline.h"
#include "core/report/documents/provenance.h"

#include <cmath>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Result of 2 ms without a baseline, and reference times for it.
class ReferenceTimesTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        method = must(writer->addMethod(sampleMethod("model")));
    }

    /// Begins a run that has no results yet. gtest has its own Run.
    RunId begin(const std::string &name, const std::string &device,
                const std::string &precision = {}, const std::string &profile = "{}") const
    {
        loupe::Run run = sampleRun(name);
        run.environment.deviceName = device;
        run.precision = precision;
        run.profileJson = profile;
        return must(writer->beginRun(run));
    }

    static Task task(const std::string &hash = {})
    {
        Task out = sampleTask("1_Square", "Math");
        out.hash = hash;
        return out;
    }

    void time(RunId run, double ms, const std::string &baseline = "eager",
              const std::string &caseName = {}, const std::string &hash = {})
    {
        GoldenRecord golden;
        golden.task = "1_Square";
        golden.baseline = baseline;
        golden.caseName = caseName;
        golden.milliseconds = ms;
        golden.source = "H100/times.json:" + std::to_string(++lines);
        mustSucceed(writer->recordGolden(run, must(writer->addTask(task(hash))), golden));
    }

    /// Begins a run of the engine or an imported one.
    RunId beginAs(const std::string &origin, const std::string &name,
                  const std::string &profile = "{}", const std::string &protocol = {}) const
    {
        loupe::Run run = sampleRun(name);
        run.origin = origin;
        run.suite = "kernelbench";
        run.environment.deviceName = origin == "engine" ? "H100" : "H100 (recorded)";
        run.protocol = protocol;
        run.profileJson = profile;
        return must(writer->beginRun(run));
    }

    /// Records the engine's measurement of the reference next to a candidate.
    void measure(RunId run, double ms, int sample = 0, Verdict verdict = Verdict::Correct) const
    {
        Evaluation each = sampleEvaluation("1_Square", "model");
        each.candidate.sample = sample;
        each.verdict = verdict;
        each.baseline = "eager reference (cuda:0)";
        each.baselineMs = ms;
        must(writer->record(run, must(writer->addTask(task("hash"))), method, each));
    }

    RowId result(RunId run, const std::string &hash = {}) const
    {
        Evaluation each = sampleEvaluation("1_Square", "model");
        each.candidateMs = 2.0;
        each.baseline.clear();
        each.baselineMs.reset();
        each.speedup.reset();
        return must(writer->record(run, must(writer->addTask(task(hash))), method, each));
    }

    ReferenceTimes found() const
    {
        const auto rows = must(openReader()->metricRows({}));
        return rows.at(0).references ? *rows.at(0).references : ReferenceTimes();
    }

    std::unique_ptr<StoreWriter> writer;
    MethodId method;
    int lines = 0;
};

} // namespace

TEST_F(ReferenceTimesTest, UseTheSameDevice)
{
    const RowId id = result(begin("results", "NVIDIA H100 PCIe (recorded)"));
    time(begin("elsewhere", "NVIDIA H100 80GB HBM3 (recorded)"), 5.0);
    EXPECT_TRUE(found().empty());
    time(begin("times", "NVIDIA H100 PCIe"), 3.0);
    EXPECT_EQ(found(), (ReferenceTimes{{"eager", 3.0, "times", "H100/times.json:2", false}}))
        << "an import marks its device as recorded";
    const EvaluationDetail detail = must(openReader()->detail(id));
    EXPECT_EQ(
        joinedBaselineTexts(detail),
        std::vector<std::string>{"1.5x over eager, 3 ms, from H100/times.json:2 (run times)"});
    EXPECT_NE(provenanceText(detail).find("joined      1.5x over eager"), std::string::npos)
        << provenanceText(detail);
}

TEST_F(ReferenceTimesTest, EachKindHasOneUnlessTheyDisagree)
{
    result(begin("results", "H100"));
    const RunId one = begin("one", "H100");
    time(one, 3.0);
    time(one, 1.0, "torch.compile (default)");
    time(begin("same", "H100"), 3.0);
    ASSERT_EQ(found().size(), 2U);
    EXPECT_FALSE(found()[0].isDisputed);
    time(begin("other", "H100"), 3.25);
    EXPECT_TRUE(found()[0].isDisputed);
    EXPECT_FALSE(found()[1].isDisputed);
    const auto population = populationOf(must(openReader()->metricRows({})), {});
    EXPECT_EQ(population.cells()[0].baseline.text(), "torch.compile (default)");
}

TEST_F(ReferenceTimesTest, RecordedTimesThatDifferByTheirNoiseAgreeAndTheFirstCounts)
{
    result(begin("results", "H100"));
    time(begin("a", "H100"), 3.0);
    time(begin("b", "H100"), 3.03);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_FALSE(found()[0].isDisputed);
    EXPECT_EQ(found()[0].milliseconds, 3.0);
    EXPECT_EQ(populationOf(must(openReader()->metricRows({})), {}).cells()[0].baseline.text(),
              "eager");
    time(begin("c", "H100"), 2.87);
    EXPECT_TRUE(found()[0].isDisputed) << "within 5 % of the first, but not of the second";
}

TEST_F(ReferenceTimesTest, TaskWithSeveralInputsHasNoSingleTime)
{
    result(begin("results", "H100"));
    const RunId times = begin("times", "H100");
    time(times, 3.0, "eager", "[1]");
    EXPECT_EQ(found().size(), 1U);
    time(times, 4.0, "eager", "[2]");
    EXPECT_TRUE(found().empty());
}

TEST_F(ReferenceTimesTest, PrecisionsAndVersionsMustNotContradict)
{
    result(begin("results", "H100", "fp32", R"({"suite_version":"abc"})"));
    time(begin("unknown", "H100"), 3.0);
    EXPECT_EQ(found().size(), 1U) << "what is not recorded contradicts nothing";
    time(begin("half", "H100", "bf16"), 1.0, "torch.compile");
    time(begin("newer", "H100", "fp32", R"({"suite_version":"def"})"), 1.0, "cuda graph");
    EXPECT_EQ(found().size(), 1U);
    time(begin("like", "H100", "fp32", R"({"engine":{"suite_version":"abc"}})"), 1.0, "cudnn");
    EXPECT_EQ(found().size(), 2U);
}

TEST_F(ReferenceTimesTest, TheContentOfATaskMustBeTheSame)
{
    result(begin("results", "H100"), "old");
    time(begin("name", "H100"), 3.0);
    EXPECT_EQ(found().size(), 1U) << "the only content known by that name";
    time(begin("new", "H100"), 3.0, "torch.compile", {}, "new");
    EXPECT_TRUE(found().empty()) << "the name stands for two contents now";
    time(begin("old", "H100"), 4.0, "eager", {}, "old");
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found()[0].milliseconds, 4.0);
}

TEST_F(ReferenceTimesTest, IgnoresResultsWithABaseline)
{
    const RunId run = begin("results", "H100");
    Evaluation own = sampleEvaluation("1_Square", "model");
    must(writer->record(run, must(writer->addTask(task())), method, own));
    time(begin("times", "H100"), 3.0);
    EXPECT_TRUE(found().empty());
}

TEST_F(ReferenceTimesTest, EngineTimesServeImportedResults)
{
    const RowId id = result(beginAs("import:kernelbench", "results"));
    const RunId own = beginAs("engine", "own");
    for (int sample = 0; sample < 3; ++sample)
        measure(own, 3.0 + 0.01 * sample, sample);
    measure(own, 30.0, 3, Verdict::WrongValue);
    EXPECT_EQ(found(),
              (ReferenceTimes{{"eager", 3.01, "own",
                               "the median of 3 measurements together with candidates", false}}));
    EXPECT_EQ(joinedBaselineTexts(must(openReader()->detail(id))),
              std::vector<std::string>{"1.505x over eager, 3.01 ms, from the median of 3 "
                                       "measurements together with candidates (run own)"});
    const std::vector<MetricRow> rows{must(openReader()->metricRows({})).front()};
    EXPECT_EQ(populationOf(rows, {}).joined.from,
              (std::vector<JoinedBaseline>{{"own", "eager", 1}}));
    Scope alone;
    alone.joinBaselines = false;
    EXPECT_TRUE(populationOf(rows, alone).joined.from.empty());
}

TEST_F(ReferenceTimesTest, ComparesBackwardCallsSeparately)
{
    result(beginAs("import:kernelbench", "results"));
    measure(beginAs("engine", "both", "{}", "kernelbench-0.2+backward, strict-1+backward"), 9.0);
    EXPECT_TRUE(found().empty());
    measure(beginAs("engine", "forward", "{}", "kernelbench-0.2, strict-1"), 3.0);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found()[0].run, "forward");
}

TEST_F(ReferenceTimesTest, ComparesRunsWithOtherShapesSeparately)
{
    result(beginAs("import:kernelbench", "results"));
    measure(beginAs("engine", "shapes", "{}", "kernelbench-0.2+shapes-0a1b2c3d"), 9.0);
    EXPECT_TRUE(found().empty());
    measure(beginAs("engine", "own", "{}", "kernelbench-0.2"), 3.0);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found()[0].run, "own");
}

TEST_F(ReferenceTimesTest, MeasuredTimesMayDifferByTheirNoise)
{
    result(beginAs("import:kernelbench", "results"));
    measure(beginAs("engine", "first"), 3.0);
    measure(beginAs("engine", "again"), 3.1);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found()[0].milliseconds, 3.0);
    EXPECT_FALSE(found()[0].isDisputed);
    measure(beginAs("engine", "throttled"), 3.3);
    EXPECT_TRUE(found()[0].isDisputed);
}

TEST_F(ReferenceTimesTest, AnotherClockMeasuresAnotherTime)
{
    result(beginAs("import:kernelbench", "results", R"({"clock":"cuda_event"})"));
    measure(beginAs("engine", "cupti", R"({"engine":{"clock":"cupti"},"timing":{"cache":"cold"}})"),
            3.0);
    EXPECT_TRUE(found().empty());
    measure(beginAs("engine", "events",
                    R"({"engine":{"clock":"cuda_event"},"timing":{"cache":"cold"}})"),
            3.5);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found()[0].milliseconds, 3.5);
}

TEST_F(ReferenceTimesTest, IgnoresTheSuiteVersionOfEqualContent)
{
    result(begin("results", "H100", {}, R"({"suite_version":"abc"})"), "same");
    time(begin("newer", "H100", {}, R"({"suite_version":"def"})"), 3.0, "eager", {}, "same");
    EXPECT_EQ(found().size(), 1U);
}

namespace {

/// Evaluation of 2 ms with a speedup over eager, and a further time of its task.
Evaluation withFurtherTime(double compiledMs, int sample = 0)
{
    Evaluation out = sampleEvaluation("1_Square", "model");
    out.candidate.sample = sample;
    out.verdict = Verdict::Correct;
    out.candidateMs = 2.0;
    out.baseline = "eager reference (cuda:0)";
    out.baselineMs = 4.0;
    out.speedup = 2.0;
    if (compiledMs > 0) {
        GoldenRecord golden;
        golden.task = "1_Square";
        golden.baseline = "compile reference (cuda:0)";
        golden.milliseconds = compiledMs;
        golden.source = furtherSource;
        golden.originalRecord
            = furtherRecord(R"({"clock":"cupti"})", "hash", std::vector<double>(5, compiledMs));
        out.furtherTimes.push_back({golden, {}});
    }
    return out;
}

ReferenceTime compiledTime(double ms, const std::string &run)
{
    return {"compile reference (cuda:0)", ms, run, furtherSource, false};
}

} // namespace

TEST_F(ReferenceTimesTest, FurtherBaselineNeedsARecordedSpeedup)
{
    const RunId run = beginAs("engine", "several");
    const TaskId of = must(writer->addTask(task("hash")));
    const RowId id = must(writer->record(run, of, method, withFurtherTime(3.0)));
    must(writer->record(run, of, method, withFurtherTime(0, 1)));
    const auto rows = must(openReader()->metricRows({}));
    ASSERT_EQ(rows.size(), 2U);
    for (const MetricRow &row : rows) {
        ASSERT_TRUE(row.references);
        EXPECT_EQ(*row.references, (ReferenceTimes{compiledTime(3.0, "several")}));
        EXPECT_EQ(row.speedup, 2.0);
    }
    EXPECT_EQ(must(openReader()->detail(id)).references,
              (ReferenceTimes{compiledTime(3.0, "several")}));
}

TEST_F(ReferenceTimesTest, ASpeedupOverAFurtherBaselineHasAnIntervalFromTheSamplesOfBothSides)
{
    const RunId run = beginAs("engine", "several");
    const TaskId of = must(writer->addTask(task("hash")));
    Evaluation timed = withFurtherTime(3.0);
    TimingSeries series;
    series.role = "candidate";
    series.clock = "cupti";
    series.samplesMs = std::vector<double>(5, 2.0);
    series.callsPerSample = std::vector<int>(5, 1);
    timed.timings = {series};
    const RowId id = must(writer->record(run, of, method, timed));
    const EvaluationDetail detail = must(openReader()->detail(id));
    ASSERT_EQ(detail.furtherSamples.size(), 1U);
    EXPECT_EQ(detail.furtherSamples.begin()->second.samplesMs, std::vector<double>(5, 3.0));
    ASSERT_EQ(detail.references.size(), 1U);
    const auto speedup = speedupOver(detail, detail.references[0]);
    ASSERT_TRUE(speedup);
    EXPECT_NEAR(speedup->low, 1.5 / std::exp(processHalfWidth), 1e-12);
    EXPECT_EQ(joinedBaselineTexts(detail),
              std::vector<std::string>{
                  "1.5x over compile reference (cuda:0), 3 ms, from a timing of the reference "
                  "alone (run several); 95 % interval 1.488 to 1.512, without a drift between the "
                  "two timings"});
    timed.candidate.sample = 1;
    timed.furtherTimes.clear();
    timed.timings.clear();
    const EvaluationDetail untimed
        = must(openReader()->detail(must(writer->record(run, of, method, timed))));
    EXPECT_FALSE(speedupOver(untimed, untimed.references.at(0))) << "no samples of the candidate";
}

TEST_F(ReferenceTimesTest, ImportedKindIsNotAFurtherBaseline)
{
    const RunId run = beginAs("engine", "several");
    must(writer->record(run, must(writer->addTask(task())), method, withFurtherTime(0)));
    time(begin("times", "H100"), 3.0, "torch.compile");
    EXPECT_TRUE(found().empty()) << "only the engine's own times extend its results";
}

TEST_F(ReferenceTimesTest, ARunHasOneFurtherTimeOfATaskAndItsOwnMachineCounts)
{
    const RunId run = beginAs("engine", "several");
    const TaskId of = must(writer->addTask(task("hash")));
    must(writer->record(run, of, method, withFurtherTime(3.0)));
    must(writer->record(run, of, method, withFurtherTime(9.0, 1)));
    EXPECT_EQ(must(openReader()->goldenRecords({})).size(), 1U);
    loupe::Run later = sampleRun("later");
    later.origin = "engine";
    later.suite = "kernelbench";
    later.environment.deviceName = "H100";
    later.environment.json = R"({"driver": "another"})";
    const RunId second = must(writer->beginRun(later));
    must(writer->record(second, of, method, withFurtherTime(5.0, 2)));
    const auto rows = must(openReader()->metricRows({}));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(*rows[0].references, (ReferenceTimes{compiledTime(3.0, "several")}));
    EXPECT_EQ(*rows[2].references, (ReferenceTimes{compiledTime(5.0, "later")}));
}

} // namespace loupe::test
