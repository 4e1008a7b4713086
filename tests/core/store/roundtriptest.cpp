// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/readonlyquery.h"
#include "core/store/file/storefile.h"
#include "core/store/read/measuredrows.h"

#include <array>
#include <cmath>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class RoundTrip : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        task = must(writer->addTask(sampleTask("Math/add", "Math")));
        method = must(writer->addMethod(sampleMethod("loop", true)));
        run = must(writer->beginRun(sampleRun("first")));
    }

    std::unique_ptr<StoreWriter> writer;
    TaskId task;
    MethodId method;
    RunId run;
};

void expectSameOutput(const OutputComparison &a, const OutputComparison &b)
{
    EXPECT_EQ(a.output, b.output);
    EXPECT_EQ(a.elements, b.elements);
    EXPECT_EQ(a.mismatched, b.mismatched);
    EXPECT_EQ(a.unwritten, b.unwritten);
    EXPECT_EQ(a.notANumber, b.notANumber);
    EXPECT_EQ(a.maxAbsoluteError, b.maxAbsoluteError);
    EXPECT_EQ(a.meanAbsoluteError, b.meanAbsoluteError);
    EXPECT_EQ(a.maxRelativeError, b.maxRelativeError);
    EXPECT_EQ(a.absoluteTolerance, b.absoluteTolerance);
    EXPECT_EQ(a.relativeTolerance, b.relativeTolerance);
    EXPECT_EQ(a.shape, b.shape);
    EXPECT_EQ(a.worstIndex, b.worstIndex);
    EXPECT_EQ(a.worstExpected, b.worstExpected);
    EXPECT_EQ(std::isnan(a.worstActual), std::isnan(b.worstActual));
    EXPECT_EQ(a.firstMismatch, b.firstMismatch);
    EXPECT_EQ(a.pattern, b.pattern);
    EXPECT_EQ(a.dtype, b.dtype);
    EXPECT_EQ(a.meanRelativeError, b.meanRelativeError);
    EXPECT_EQ(a.expectedNan, b.expectedNan);
    EXPECT_EQ(a.expectedInfinite, b.expectedInfinite);
    EXPECT_EQ(a.actualNan, b.actualNan);
    EXPECT_EQ(a.actualInfinite, b.actualInfinite);
    EXPECT_EQ(a.cosine, b.cosine);
    EXPECT_EQ(a.l1Relative, b.l1Relative);
    EXPECT_EQ(a.rmse, b.rmse);
    EXPECT_EQ(a.map, b.map);
    EXPECT_EQ(a.errorCounts, b.errorCounts);
}

void expectSameTrials(const std::vector<Trial> &a, const std::vector<Trial> &b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].index, b[i].index);
        EXPECT_EQ(a[i].caseName, b[i].caseName);
        EXPECT_EQ(a[i].seed, b[i].seed);
        EXPECT_EQ(a[i].verdict, b[i].verdict);
        EXPECT_EQ(a[i].message, b[i].message);
        ASSERT_EQ(a[i].outputs.size(), b[i].outputs.size());
        for (std::size_t j = 0; j < a[i].outputs.size(); ++j)
            expectSameOutput(a[i].outputs[j], b[i].outputs[j]);
    }
}

void expectSameTimings(const std::vector<TimingSeries> &a, const std::vector<TimingSeries> &b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].role, b[i].role);
        EXPECT_EQ(a[i].clock, b[i].clock);
        EXPECT_EQ(a[i].caseName, b[i].caseName);
        EXPECT_EQ(a[i].samplesMs, b[i].samplesMs);
        EXPECT_EQ(a[i].callsPerSample, b[i].callsPerSample);
        EXPECT_EQ(a[i].overheadMs, b[i].overheadMs);
        EXPECT_EQ(a[i].samplesByProcess, b[i].samplesByProcess);
    }
}

void expectSame(const Evaluation &a, const Evaluation &b)
{
    EXPECT_EQ(a.candidate, b.candidate);
    EXPECT_EQ(a.attempt, b.attempt);
    EXPECT_EQ(a.verdict, b.verdict);
    EXPECT_EQ(a.strictVerdict, b.strictVerdict);
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.candidateMs, b.candidateMs);
    EXPECT_EQ(a.baselineMs, b.baselineMs);
    EXPECT_EQ(a.baseline, b.baseline);
    EXPECT_EQ(a.speedup, b.speedup);
    EXPECT_EQ(a.speedupLow, b.speedupLow);
    EXPECT_EQ(a.speedupHigh, b.speedupHigh);
    EXPECT_EQ(a.buildMs, b.buildMs);
    EXPECT_EQ(a.verifyMs, b.verifyMs);
    EXPECT_EQ(a.timeMs, b.timeMs);
    expectSameTrials(a.trials, b.trials);
    expectSameTimings(a.timings, b.timings);
    EXPECT_EQ(a.kernels, b.kernels);
    EXPECT_EQ(a.work, b.work);
    EXPECT_EQ(a.findings, b.findings);
    EXPECT_EQ(a.diagnostics, b.diagnostics);
    EXPECT_EQ(a.buildLog, b.buildLog);
    EXPECT_EQ(a.runLog, b.runLog);
    EXPECT_EQ(a.flags, b.flags);
    EXPECT_EQ(a.originalRecord, b.originalRecord);
    EXPECT_EQ(a.startedAt, b.startedAt);
    EXPECT_EQ(a.finishedAt, b.finishedAt);
    EXPECT_EQ(a.generatedCode, b.generatedCode);
}

} // namespace

TEST_F(RoundTrip, RoundTripsAnEvaluation)
{
    const Evaluation full = fullEvaluation("Math/add", "loop");
    const RowId id = must(writer->record(run, task, method, full));
    const EvaluationDetail detail = must(openReader()->detail(id));
    expectSame(full, detail.evaluation);

    const Task expected = sampleTask("Math/add", "Math");
    EXPECT_EQ(detail.task.suite, expected.suite);
    EXPECT_EQ(detail.task.name, expected.name);
    EXPECT_EQ(detail.task.category, expected.category);
    EXPECT_EQ(detail.task.level, expected.level);
    EXPECT_EQ(detail.task.title, expected.title);
    EXPECT_EQ(detail.task.hash, expected.hash);
    EXPECT_EQ(detail.task.reference, expected.reference);
    EXPECT_EQ(detail.task.referenceLanguage, expected.referenceLanguage);
    EXPECT_EQ(detail.task.specJson, expected.specJson);
    EXPECT_FALSE(detail.task.sound.has_value());
    EXPECT_EQ(detail.run.name, "first");
    EXPECT_EQ(detail.run.environment.json, R"({"compiler":"g++"})");
    EXPECT_EQ(detail.row.device, "Test CPU");
    EXPECT_TRUE(detail.row.isDemo);
    EXPECT_EQ(detail.row.category, "Math");
}

TEST_F(RoundTrip, RoundTripsSeveralCounters)
{
    const RowId id = must(writer->record(run, task, method, fullEvaluation("Math/add", "loop")));
    EXPECT_TRUE(must(openReader()->detail(id)).counters.empty());
    mustSucceed(writer->recordCounters(id, sampleCounters()));
    mustSucceed(writer->recordCounters(id, {"cupti", "13.0", "Test GPU", "", "", "", {}}));
    const auto counters = must(openReader()->detail(id)).counters;
    ASSERT_EQ(counters.size(), 2U);
    EXPECT_EQ(counters[0], sampleCounters());
    EXPECT_EQ(counters[1].source, "cupti");
    EXPECT_TRUE(counters[1].kernels.empty());
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    EXPECT_EQ(writer->recordCounters(RowId{4711}, sampleCounters()).error().code, Errc::NotFound);
}

TEST_F(RoundTrip, RemovesAnInfraErrorWithItsData)
{
    Evaluation failed = fullEvaluation("Math/add", "loop");
    failed.verdict = Verdict::InfraError;
    const RowId first = must(writer->record(run, task, method, failed));
    mustSucceed(writer->recordCounters(first, sampleCounters()));
    Evaluation again = sampleEvaluation("Math/add", "loop");
    again.candidate = failed.candidate;
    again.attempt = failed.attempt;
    const RowId second = must(writer->record(run, task, method, again));
    const EvaluationDetail detail = must(openReader()->detail(second));
    EXPECT_TRUE(detail.evaluation.kernels.empty());
    EXPECT_FALSE(detail.evaluation.work);
    EXPECT_TRUE(detail.counters.empty());
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(RoundTrip, RoundTripsAnEmptyEvaluation)
{
    Evaluation empty;
    empty.candidate.task = "Math/add";
    empty.candidate.method = "loop";
    const RowId id = must(writer->record(run, task, method, empty));
    expectSame(empty, must(openReader()->detail(id)).evaluation);
}

TEST_F(RoundTrip, RowsContainTableAndChartData)
{
    const Evaluation full = fullEvaluation("Math/add", "loop");
    const RowId id = must(writer->record(run, task, method, full));
    auto reader = openReader();
    const std::vector<RowId> wanted{RowId{999}, id};
    const std::vector<ResultRow> rows = reader->fetch(wanted);
    ASSERT_EQ(rows.size(), 1U) << "an id that does not exist is left out";
    EXPECT_EQ(rows[0].task, "Math/add");
    EXPECT_EQ(rows[0].round, 2);
    EXPECT_EQ(rows[0].speedupHigh, full.speedupHigh);
    EXPECT_EQ(rows[0].strictVerdict, Verdict::Nondeterministic);

    const std::vector<MetricRow> metrics = must(reader->metricRows(Filter()));
    ASSERT_EQ(metrics.size(), 1U);
    EXPECT_EQ(metrics[0].id, id);
    EXPECT_EQ(metrics[0].suite, "native");
    EXPECT_EQ(metrics[0].level, 2);
    EXPECT_EQ(metrics[0].run, "first");
    EXPECT_EQ(metrics[0].verdict, Verdict::WrongTail);
    EXPECT_EQ(metrics[0].candidateMs, full.candidateMs);
    EXPECT_TRUE(metrics[0].identicalCode);
    EXPECT_TRUE(metrics[0].isDemo);
    EXPECT_TRUE(metrics[0].taskSound);
}

TEST_F(RoundTrip, RowOfSeveralShapesHasItsMinSpeedup)
{
    loupe::Run shaped = sampleRun("shaped");
    shaped.protocol = "strict-1+shapes-0a1b2c3d";
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.verdict = Verdict::Correct;
    evaluation.speedup = 1.0;
    evaluation.timings = {{"baseline", "engine_wall", "own shape", {4}, {1}, 0},
                          {"candidate", "engine_wall", "own shape", {2}, {1}, 0},
                          {"baseline", "engine_wall", "dim=4096", {1}, {1}, 0},
                          {"candidate", "engine_wall", "dim=4096", {2}, {1}, 0}};
    const RowId plainId = must(writer->record(run, task, method, evaluation));
    const RowId id = must(writer->record(must(writer->beginRun(shaped)), task, method, evaluation));
    const auto reader = openReader();
    const auto rows = reader->fetch(std::vector{plainId, id});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_FALSE(rows[0].minSpeedup) << "its run has the tasks' own shapes";
    ASSERT_TRUE(rows[1].minSpeedup);
    EXPECT_DOUBLE_EQ(*rows[1].minSpeedup, 0.5);
    EXPECT_EQ(rows[1].minSpeedupShape, "dim=4096");
    EXPECT_EQ(must(reader->detail(id)).row.minSpeedupShape, "dim=4096");
}

TEST_F(RoundTrip, RowsAreSplitByShapeWithTheStoredTimes)
{
    loupe::Run shaped = sampleRun("shaped");
    shaped.protocol = "strict-1+shapes-0a1b2c3d";
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.verdict = Verdict::Correct;
    evaluation.speedup = 1.0;
    evaluation.candidateMs = 2.0;
    evaluation.timings = {{"baseline", "engine_wall", "own shape", {4}, {1}, 0},
                          {"candidate", "engine_wall", "own shape", {2}, {1}, 0},
                          {"baseline", "engine_wall", "dim=4096", {1}, {1}, 0},
                          {"candidate", "engine_wall", "dim=4096", {2}, {1}, 0}};
    must(writer->record(must(writer->beginRun(shaped)), task, method, evaluation));
    const auto reader = openReader();
    const auto rows = must(reader->metricRows({}));
    const RowsByShape split = must(readRowsByShape(*reader, rows));
    ASSERT_EQ(split.rows.size(), 2U);
    EXPECT_EQ(split.rows[0].shape, "own shape");
    EXPECT_DOUBLE_EQ(split.rows[0].speedup.value_or(0), 2.0);
    EXPECT_EQ(split.rows[1].shape, "dim=4096");
    EXPECT_DOUBLE_EQ(split.rows[1].speedup.value_or(0), 0.5);
    const Population population = populationOf(rows, {});
    const GroupRates rates = must(readGroupRates(*reader, population, GroupBy::Shape));
    ASSERT_EQ(rates.rows.size(), 2U) << "without a row over all shapes";
    EXPECT_FALSE(rates.shapes.empty());
    EXPECT_EQ(must(readGroupRates(*reader, population, GroupBy::Method)).rows.back().group, "all");
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(readRowsByShape(*reader, rows, stopped.get_token()).error().code, Errc::Cancelled);
}

TEST_F(RoundTrip, RoundTripsEveryVerdict)
{
    std::vector<RowId> ids;
    for (const VerdictFacts &each : allVerdicts()) {
        Evaluation evaluation = sampleEvaluation("Math/add", "loop");
        evaluation.candidate.sample = static_cast<int>(ids.size());
        evaluation.verdict = each.verdict;
        ids.push_back(must(writer->record(run, task, method, evaluation)));
    }
    const std::vector<ResultRow> rows = openReader()->fetch(ids);
    ASSERT_EQ(rows.size(), allVerdicts().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_EQ(rows[i].verdict, allVerdicts()[i].verdict);
}

TEST_F(RoundTrip, TaskIsIdentifiedBySuiteNameAndHash)
{
    EXPECT_EQ(must(writer->addTask(sampleTask("Math/add", "Math"))), task);
    Task changed = sampleTask("Math/add", "Math");
    changed.hash = "another";
    EXPECT_NE(must(writer->addTask(changed)), task);
    changed.suite = "other";
    changed.hash = "hash-of-Math/add";
    EXPECT_NE(must(writer->addTask(changed)), task);
    EXPECT_EQ(must(openReader()->tasks("native")).size(), 2U);
    EXPECT_EQ(must(openReader()->tasks("")).size(), 3U);
}

TEST_F(RoundTrip, StoresAnAuditWithTheTask)
{
    Task audited = sampleTask("Math/add", "Math");
    audited.sound = false;
    audited.soundnessReason = "zeros pass";
    EXPECT_EQ(must(writer->addTask(audited)), task);
    must(writer->addTask(sampleTask("Math/add", "Math"))); // leaves soundness unset
    must(writer->record(run, task, method, sampleEvaluation("Math/add", "loop")));
    auto reader = openReader();
    EXPECT_EQ(must(reader->tasks("native")).at(0).sound, false);
    EXPECT_EQ(must(reader->tasks("native")).at(0).soundnessReason, "zeros pass");
    EXPECT_FALSE(must(reader->metricRows(Filter())).at(0).taskSound);
}

TEST_F(RoundTrip, DemonstrationDataAndRealDataNeverShareAMethod)
{
    EXPECT_EQ(must(writer->addMethod(sampleMethod("loop", true))), method);
    const auto refused = writer->addMethod(sampleMethod("loop", false));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
}

TEST_F(RoundTrip, RunsAreFoundByNameAndUuid)
{
    const auto found = must(writer->findRun("first"));
    EXPECT_EQ(found.first, run);
    EXPECT_EQ(found.second.profileJson, R"({"jobs":2})");
    EXPECT_EQ(found.second.environment.deviceName, "Test CPU");
    EXPECT_EQ(must(writer->runWithUuid("uuid-of-first")), "first");
    EXPECT_EQ(must(writer->runWithUuid("no such")), std::nullopt);
    EXPECT_EQ(writer->findRun("First").error().code, Errc::NotFound);
}

TEST_F(RoundTrip, ATakenRunNameOrUuidIsRefused)
{
    loupe::Run other = sampleRun("first");
    other.uuid = "new";
    EXPECT_EQ(writer->beginRun(other).error().code, Errc::InvalidInput);
    EXPECT_NE(writer->beginRun(other).error().message.find("\"first\""), std::string::npos);
    other.name = "second";
    other.uuid = "uuid-of-first";
    EXPECT_EQ(writer->beginRun(other).error().code, Errc::InvalidInput);
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
}

TEST_F(RoundTrip, TheSameKeyTwiceIsRefusedAndChangesNothing)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    must(writer->record(run, task, method, evaluation));
    evaluation.candidate.source = "another source, same key";
    const auto refused = writer->record(run, task, method, evaluation);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_NE(refused.error().message.find("already"), std::string::npos);
    evaluation.attempt = 1;
    EXPECT_TRUE(writer->record(run, task, method, evaluation));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(RoundTrip, UnknownRunTaskOrMethodIsRefused)
{
    const Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    EXPECT_EQ(writer->record(RunId{99}, task, method, evaluation).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->record(run, TaskId{99}, method, evaluation).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->record(run, task, MethodId{99}, evaluation).error().code, Errc::InvalidInput);
    EXPECT_TRUE(must(openReader()->ids(Filter())).empty());
}

TEST_F(RoundTrip, ListsFinishedEvaluationsByKey)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.candidate.sample = 1;
    evaluation.candidate.round = 2;
    evaluation.attempt = 3;
    must(writer->record(run, task, method, evaluation));
    const std::set<EvaluationKey> expected{{"Math/add", "loop", 1, 2, 3}};
    EXPECT_EQ(must(writer->finishedEvaluations(run)), expected);
}

TEST_F(RoundTrip, LaterResultReplacesAnInfraError)
{
    Evaluation broken = fullEvaluation("Math/add", "loop");
    broken.verdict = Verdict::InfraError;
    must(writer->record(run, task, method, broken));
    EXPECT_TRUE(must(writer->finishedEvaluations(run)).empty());
    EXPECT_EQ(must(openReader()->runs()).front().infraErrors, 1);

    Evaluation known = broken;
    known.verdict = Verdict::Correct;
    const RowId id = must(writer->record(run, task, method, known));
    const auto reader = openReader();
    EXPECT_EQ(must(reader->ids(Filter())), std::vector<RowId>{id});
    EXPECT_EQ(must(reader->runs()).front().infraErrors, 0);
    EXPECT_EQ(must(reader->detail(id)).evaluation.trials.size(), known.trials.size());
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
    EXPECT_FALSE(writer->record(run, task, method, broken)) << "what is known stays";
}

TEST_F(RoundTrip, EqualTextsAreKeptOnce)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    evaluation.candidate.source = std::string(200'000, 'a') + "end";
    evaluation.buildLog = evaluation.candidate.source.toString();
    for (int sample = 0; sample < 50; ++sample) {
        evaluation.candidate.sample = sample;
        must(writer->record(run, task, method, evaluation));
    }
    writer.reset();
    const auto database = must(openForReading(storeFile(), currentSchema()));
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM blob WHERE size = 200003")), 1);
}

TEST_F(RoundTrip, TransitionsKeepTheirOrder)
{
    const Transition first{"Math/add", "loop", 0, 1, 2, "speedup_increase", true, R"({"z": 1})"};
    const Transition second{"Math/add", "loop",        0, 0, 1, "call_fail_to_pass",
                            false,      R"({"a":  2})"};
    mustSucceed(writer->recordTransition(run, task, method, first));
    mustSucceed(writer->recordTransition(run, task, method, second));
    using Row = std::vector<SqlCell>;
    EXPECT_EQ(must(queryReadOnly(storeFile(),
                                 "SELECT run, task, method, sample, from_round, to_round, kind, "
                                 "identical_code FROM v_transition ORDER BY transition_id"))
                  .rows,
              (std::vector<Row>{{"first", "Math/add", "loop", 0, 1, 2, "speedup_increase", 1},
                                {"first", "Math/add", "loop", 0, 0, 1, "call_fail_to_pass", 0}}));
    EXPECT_EQ(writer->recordTransition(run, task, method, first).error().code, Errc::InvalidInput);
}

TEST_F(RoundTrip, RunCountsAndStates)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    const Verdict verdicts[] = {Verdict::Correct, Verdict::CompileError, Verdict::RunTimeout,
                                Verdict::NotRecorded, Verdict::InfraError};
    for (const Verdict verdict : verdicts) {
        evaluation.verdict = verdict;
        ++evaluation.candidate.sample;
        must(writer->record(run, task, method, evaluation));
    }
    auto reader = openReader();
    RunSummary summary = must(reader->runs()).at(0);
    EXPECT_EQ(summary.state, "running");
    EXPECT_EQ(summary.evaluations, 5);
    EXPECT_EQ(summary.correct, 1);
    EXPECT_EQ(summary.failed, 2);
    EXPECT_EQ(summary.unknown, 2);
    mustSucceed(writer->setRunState(run, "finished", "2026-11-21T08:00:00Z"));
    summary = must(reader->runs()).at(0);
    EXPECT_EQ(summary.state, "finished");
    EXPECT_EQ(summary.finishedAt, "2026-11-21T08:00:00Z");
    EXPECT_EQ(writer->setRunState(run, "resting", "").error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->setRunState(RunId{99}, "finished", "").error().code, Errc::NotFound);
}

TEST_F(RoundTrip, RunWithoutAWriterIsInterrupted)
{
    writer.reset();
    EXPECT_EQ(must(openReader()->runs()).at(0).state, "interrupted");
    writer = openWriter();
    must(writer->beginRun(sampleRun("second")));
    const std::vector<RunSummary> runs = must(openReader()->runs());
    EXPECT_EQ(runs.at(0).state, "interrupted") << "another run being written changes nothing";
    EXPECT_EQ(runs.at(1).state, "running");
    mustSucceed(writer->setRunState(run, "running", ""));
    EXPECT_EQ(must(openReader()->runs()).at(0).state, "running");
}

TEST_F(RoundTrip, FailedTransactionLeavesNothing)
{
    const Status failed = writer->transaction([&]() -> Status {
        must(writer->record(run, task, method, sampleEvaluation("Math/add", "loop")));
        must(writer->addMethod(sampleMethod("another")));
        return Error{Errc::InvalidInput, "line 7 is wrong"};
    });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "line 7 is wrong");
    EXPECT_TRUE(must(openReader()->ids(Filter())).empty());
    // Within a transaction a refused evaluation only undoes itself.
    mustSucceed(writer->transaction([&]() -> Status {
        const Evaluation evaluation = sampleEvaluation("Math/add", "loop");
        must(writer->record(run, task, method, evaluation));
        EXPECT_FALSE(writer->record(run, task, method, evaluation));
        return {};
    }));
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 1U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(RoundTrip, TrajectoriesAreInTheOrderOfTheirRounds)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "loop");
    std::vector<RowId> byRound(3);
    for (const int round : {2, 0, 1}) {
        evaluation.candidate.round = round;
        byRound[static_cast<std::size_t>(round)]
            = must(writer->record(run, task, method, evaluation));
    }
    evaluation.candidate.sample = 1;
    must(writer->record(run, task, method, evaluation));
    EXPECT_EQ(must(openReader()->trajectory(byRound[1])), byRound);
}

TEST_F(RoundTrip, TheDataVersionChangesWithEveryCommit)
{
    auto reader = openReader();
    const std::int64_t before = reader->dataVersion();
    EXPECT_EQ(reader->dataVersion(), before);
    must(writer->record(run, task, method, sampleEvaluation("Math/add", "loop")));
    EXPECT_NE(reader->dataVersion(), before);
}

TEST_F(RoundTrip, MeasurementsMatchTheDetail)
{
    const RowId full = must(writer->record(run, task, method, fullEvaluation("Math/add", "loop")));
    Evaluation bare = sampleEvaluation("Math/add", "loop");
    bare.attempt = 7;
    const RowId plain = must(writer->record(run, task, method, bare));
    auto reader = openReader();
    const auto measured = must(reader->measurements(std::array{plain, full}));
    ASSERT_EQ(measured.size(), 2U);
    const Evaluation whole = must(reader->detail(full)).evaluation;
    ASSERT_FALSE(whole.timings.empty());
    ASSERT_EQ(measured[1].timings.size(), whole.timings.size());
    for (std::size_t i = 0; i < whole.timings.size(); ++i) {
        EXPECT_EQ(measured[1].timings[i].role, whole.timings[i].role);
        EXPECT_EQ(measured[1].timings[i].clock, whole.timings[i].clock);
        EXPECT_EQ(measured[1].timings[i].caseName, whole.timings[i].caseName);
        EXPECT_EQ(measured[1].timings[i].samplesMs, whole.timings[i].samplesMs);
        EXPECT_EQ(measured[1].timings[i].callsPerSample, whole.timings[i].callsPerSample);
        EXPECT_EQ(measured[1].timings[i].samplesByProcess, whole.timings[i].samplesByProcess);
    }
    EXPECT_EQ(measured[1].speedup, whole.speedup);
    EXPECT_EQ(measured[1].speedupLow, whole.speedupLow);
    EXPECT_EQ(measured[1].speedupHigh, whole.speedupHigh);
    EXPECT_EQ(measured[1].candidateMs, whole.candidateMs);
    EXPECT_EQ(measured[1].work.has_value(), whole.work.has_value());
    EXPECT_TRUE(measured[0].timings.empty());
    EXPECT_EQ(reader->measurements(std::array{RowId{999}}).error().code, Errc::NotFound);
}

} // namespace loupe::test
