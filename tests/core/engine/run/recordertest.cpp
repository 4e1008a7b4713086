// SPDX-License-Identifier: Apache-2.0
//
// Tests how a run is stored, with a fake engine.
#include "core/engine/run/recorder.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/request/profile.h"
#include "core/engine/run/runtoresume.h"
#include "core/model/record/furtherbaseline.h"

#include <algorithm>
#include <memory>

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

class RecorderTest : public test::RunTest
{
protected:
    static constexpr int samples = 4;

    void SetUp() override
    {
        RunTest::SetUp();
        writeSamples(samples);
    }
    Plan plan() const { return must(makePlan(request())); }
    RunSummary stored(const std::string &name = "the run") const
    {
        for (RunSummary &each : must(must(StoreReader::open(request().store))->runs())) {
            if (each.run.name == name)
                return std::move(each);
        }
        ADD_FAILURE() << "no run " << name;
        return {};
    }
    Error refusal(const RunRequest &of)
    {
        const auto opened = open(of);
        EXPECT_FALSE(opened);
        return opened ? Error() : opened.error();
    }
};

} // namespace

TEST_F(RecorderTest, StoresARunWithAllItsSettings)
{
    RunRequest of = request();
    of.sandbox = SandboxMode::None;
    of.jobs = 3;
    engine.useSeed("0badcafe");
    const auto recorder = must(open(of));
    EXPECT_EQ(recorder->runName(), "the run");
    const loupe::Run run = stored().run;
    EXPECT_EQ(stored().state, "running");
    EXPECT_EQ(run.origin, "engine");
    EXPECT_EQ(run.protocol, "fixed-1");
    EXPECT_EQ(run.sandbox, "none");
    EXPECT_EQ(run.environment.deviceName, "Test GPU");
    EXPECT_EQ(run.uuid.size(), 32U);
    const RunProfile profile = must(parseProfile(run.profileJson));
    EXPECT_EQ(profile.seed, "0badcafe");
    EXPECT_EQ(profile.methods, std::vector<std::string>{"m"});
    EXPECT_EQ(profile.suiteHash, plan().suiteHash());
}

TEST_F(RecorderTest, CountsRecordedVerdicts)
{
    recordRun(request(),
              {Verdict::Correct, Verdict::WrongValue, Verdict::Crashed, Verdict::InfraError});
    ASSERT_EQ(listener.finished.size(), 4U);
    EXPECT_EQ(listener.progress.back(), std::pair(4, 4));
    EXPECT_EQ(listener.finished[0].verdict, Verdict::Correct);
    EXPECT_EQ(listener.finished[0].item.device, "cpu");
    EXPECT_EQ(listener.finished[0].item.method, "m");
    EXPECT_EQ(listener.finished[0].seconds, 1.5);
    EXPECT_EQ(stored().state, "finished");
    EXPECT_EQ(stored().correct, 1);
    EXPECT_EQ(stored().failed, 2);
    EXPECT_EQ(stored().infraErrors, 1);
}

TEST_F(RecorderTest, ResumesMissingItemsAndInfraErrors)
{
    recordRun(request(), {Verdict::Correct, Verdict::InfraError});
    EXPECT_EQ(stored().state, "cancelled");
    EXPECT_EQ(stored().finished(), 1);

    engine.useSeed("another");
    const Plan again = plan();
    const auto recorder = must(open(request(true)));
    EXPECT_EQ(engine.seed(), "00") << "it goes on with the seed that it began with";
    const auto rest = recorder->remaining(again.items);
    ASSERT_EQ(rest.size(), 3U);
    EXPECT_EQ(rest.front().candidate.sample, 1);
    EXPECT_EQ(stored().state, "running");
    recorder->expect(samples, 1);
    for (const PlanItem &item : rest)
        mustSucceed(recorder->record(item, evaluationOf(item, Verdict::Correct), {}, 1));
    const RunOutcome outcome = must(recorder->finish(false));
    EXPECT_EQ(outcome.alreadyDone, 1);
    EXPECT_EQ(outcome.evaluated, 3);
    EXPECT_EQ(outcome.correct, 3);
    EXPECT_FALSE(outcome.cancelled);
    EXPECT_EQ(verdicts(), (std::map<Verdict, int>{{Verdict::Correct, 4}}));
}

TEST_F(RecorderTest, NextRunReusesTimesOfFurtherBaselines)
{
    const ResolvedRequest resolved = must(resolveRequest(request()));
    const PlanItem &item = resolved.plan.items.front();
    const std::string conditions = R"({"clock":"host"})";
    FurtherTime timed;
    timed.record.task = item.task->name;
    timed.record.baseline = "compile reference (cpu)";
    timed.record.milliseconds = 2;
    timed.record.source = furtherSource;
    timed.record.originalRecord
        = furtherRecord(conditions, item.task->hash, std::vector{1.5, 2.0, 2.5});
    FurtherTime lacking;
    lacking.record.task = item.task->name;
    lacking.record.baseline = "cuda-graph reference (cpu)";
    lacking.missing = "no device";
    Evaluation evaluation = evaluationOf(item, Verdict::Correct);
    evaluation.furtherTimes = {timed, lacking};
    {
        const auto recorder = must(Recorder::open(resolved, engine, listener));
        mustSucceed(recorder->record(item, evaluation, "cpu", 1));
        const RunOutcome outcome = must(recorder->finish(true));
        ASSERT_EQ(outcome.further.size(), 2U);
        EXPECT_EQ(outcome.further[0].timed, 1);
        EXPECT_EQ(outcome.further[1].timed, 0);
        EXPECT_EQ(outcome.further[1].missing,
                  std::vector<std::string>{item.task->name + ": no device"});
    }
    EXPECT_EQ(std::ranges::count(listener.lines,
                                 item.task->name
                                     + ": no time over the cuda-graph reference (cpu): no device"),
              1);
    RunRequest later = request();
    later.name = "later";
    const ResolvedRequest again = must(resolveRequest(later));
    const auto recorder = must(Recorder::open(again, engine, listener));
    BaselineLedger ledger({{"compile", "compile reference (cpu)", conditions},
                           {"cuda-graph", "cuda-graph reference (cpu)", conditions}});
    mustSucceed(recorder->keepTimes(again, ledger));
    EXPECT_EQ(listener.lines.back(), "compile: 1 of 1 tasks timed before, kept");
    EXPECT_FALSE(ledger.claim("compile reference (cpu)", item.task->name));
    EXPECT_TRUE(ledger.claim("cuda-graph reference (cpu)", item.task->name))
        << "a missing time is tried again";
}

TEST_F(RecorderTest, ARunWhoseLastItemIsDoneWasNotCancelled)
{
    const Plan all = plan();
    const auto recorder = must(open(request()));
    recorder->expect(samples, 0);
    for (const PlanItem &item : all.items)
        mustSucceed(recorder->record(item, evaluationOf(item, Verdict::Correct), {}, 1));
    EXPECT_FALSE(must(recorder->finish(true)).cancelled);
    EXPECT_EQ(stored().state, "finished");
}

TEST_F(RecorderTest, ResumesTheNewestUnfinishedRunByDefault)
{
    RunRequest nameless = request(true);
    nameless.name.clear();
    EXPECT_EQ(refusal(nameless).code, Errc::NotFound) << "there is no store";
    for (const char *name : {"first", "second", "done"}) {
        RunRequest of = request();
        of.name = name;
        const bool isDone = std::string(name) == "done";
        recordRun(of, std::vector<Verdict>(isDone ? samples : 1, Verdict::Correct));
    }
    EXPECT_EQ(must(runToResume(nameless, readRuns(nameless.store))).run.name, "second");
    nameless.name = "first";
    EXPECT_EQ(must(runToResume(nameless, readRuns(nameless.store))).run.name, "first");
    nameless.name = "nobody";
    const auto none = runToResume(nameless, readRuns(nameless.store));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::NotFound);
    EXPECT_EQ(none.error().hint, "start a new one without --resume");
}

TEST_F(RecorderTest, RefusesToResumeWithChangedSettings)
{
    recordRun(request(), {Verdict::Correct});
    RunRequest outside = request(true);
    outside.sandbox = SandboxMode::None;
    EXPECT_EQ(refusal(outside).where, "--no-sandbox");

    ResolvedRequest backward = must(resolveRequest(request(true)));
    backward.request.python.backward = true;
    const auto reopened = Recorder::open(backward, engine, listener);
    ASSERT_FALSE(reopened);
    EXPECT_EQ(reopened.error().message, "the run \"the run\" was begun without gradients");

    ResolvedRequest shapes = must(resolveRequest(request(true)));
    shapes.request.python.shapes = R"({"level1/1":[{"dim":4}]})";
    const auto onOthers = Recorder::open(shapes, engine, listener);
    ASSERT_FALSE(onOthers);
    EXPECT_EQ(onOthers.error().message, "the run \"the run\" was begun with other shapes");

    writeSamples(1, "other");
    RunRequest more = request(true);
    more.candidates.push_back(root() / "other");
    EXPECT_EQ(refusal(more).message, "the method \"other\" is not part of the run \"the run\"");

    Json task = doubleTask();
    task["title"] = "Another";
    writeTask(task, "suite/Math/double");
    const Error changed = refusal(request(true));
    EXPECT_EQ(changed.code, Errc::InvalidInput);
    EXPECT_EQ(changed.message, "the suite has changed since the run \"the run\" began");
    EXPECT_EQ(stored().state, "cancelled") << "a refusal leaves it as it was";
}

TEST_F(RecorderTest, ChoosesAFreeNameFromSuiteAndMethods)
{
    RunRequest nameless = request();
    nameless.name.clear();
    const Plan of = plan();
    EXPECT_EQ(freeRunName(of, readRuns(nameless.store)), of.suiteName() + ": m")
        << "there is no store yet";
    recordRun(nameless, {});
    EXPECT_EQ(freeRunName(of, readRuns(nameless.store)), of.suiteName() + ": m 2");
    recordRun(nameless, {});
    EXPECT_EQ(freeRunName(of, readRuns(nameless.store)), of.suiteName() + ": m 3");
}

TEST_F(RecorderTest, ATakenNameIsRefused)
{
    recordRun(request(), {});
    EXPECT_EQ(refusal(request()).code, Errc::InvalidInput);
}

TEST_F(RecorderTest, ShardsInOneEnvironmentAreOneRun)
{
    RunRequest part = request();
    part.job = "0123456789abcdef0123456789abcdef";
    const auto uuidOf = [&](const char *store, const Environment &device) {
        part.store = root() / store;
        engine.device = device;
        recordRun(part, {});
        return must(must(StoreReader::open(part.store))->runs()).front().run.uuid;
    };
    const Environment one{"Test GPU", "cuda", R"({"driver":"1"})"};
    const std::string uuid = uuidOf("a.kloupe", one);
    EXPECT_EQ(uuid.size(), 32U);
    EXPECT_EQ(uuidOf("b.kloupe", one), uuid);
    EXPECT_NE(uuidOf("c.kloupe", {"Other GPU", "cuda", one.json}), uuid);
    EXPECT_NE(uuidOf("d.kloupe", {"Test GPU", "cuda", R"({"driver":"2"})"}), uuid);
    part.job.clear();
    EXPECT_NE(uuidOf("e.kloupe", one), uuidOf("f.kloupe", one)) << "runs of their own";
}

TEST_F(RecorderTest, StoresControlResultsWithTheTask)
{
    const Plan of = plan();
    {
        const auto recorder = must(open(request()));
        EXPECT_EQ(recorder->unproved(of.items).size(), of.items.size());
        ControlReport report;
        report.task = "Math/double";
        report.reason = "a candidate that writes zeros passes";
        mustSucceed(recorder->proved(of.items, {report}));
        must(recorder->finish(true));
    }
    EXPECT_EQ(
        listener.lines,
        (std::vector<std::string>{"Math/double is unsound: a candidate that writes zeros passes",
                                  "controls: 0 of 1 task sound"}));
    const auto tasks = must(must(StoreReader::open(request().store))->tasks(of.suiteName()));
    ASSERT_EQ(tasks.size(), 1U);
    EXPECT_EQ(tasks[0].sound, std::optional(false));
    EXPECT_EQ(tasks[0].soundnessReason, "a candidate that writes zeros passes");
    EXPECT_TRUE(must(open(request(true)))->unproved(of.items).empty())
        << "a resumed run does not prove it again";
}

TEST_F(RecorderTest, ReportsNothingWithoutControls)
{
    const Plan of = plan();
    mustSucceed(must(open(request()))->proved(of.items, {}));
    EXPECT_TRUE(listener.lines.empty());
}

TEST_F(RecorderTest, ReportsAFullCacheOnce)
{
    const Plan of = plan();
    const auto recorder = must(open(request()));
    for (const PlanItem &item : of.items) {
        Evaluation evaluation = evaluationOf(item, Verdict::Correct);
        evaluation.flags = {buildNotKept};
        mustSucceed(recorder->record(item, evaluation, {}, 1));
    }
    EXPECT_EQ(listener.lines.size(), 1U);
    EXPECT_TRUE(listener.lines.at(0).starts_with("builds cannot be cached: the cache folder"));
}

TEST_F(RecorderTest, ReportsEventsByPlanItem)
{
    const Plan of = plan();
    const auto recorder = must(open(request()));
    recorder->queued(of.items);
    recorder->entered(of.items[1], Stage::Build, "cuda:1");
    recorder->cancelled(of.items[2]);
    recorder->lost("cuda:1");
    ASSERT_EQ(listener.line.size(), 4U);
    EXPECT_EQ(listener.line[3].sample, 3);
    EXPECT_EQ(listener.line[3].category, "Math");
    EXPECT_EQ(listener.line[3].device, "") << "it waits";
    ASSERT_EQ(listener.started.size(), 1U);
    EXPECT_EQ(listener.started[0].device, "cuda:1");
    ASSERT_EQ(listener.cancelled.size(), 1U);
    EXPECT_EQ(listener.cancelled[0].sample, 2);
    EXPECT_EQ(listener.lost, std::vector<std::string>{"cuda:1"});
    EXPECT_TRUE(verdicts().empty()) << "nothing of that is stored";
}

TEST_F(RecorderTest, TwoEnginesDoNotWriteOneStore)
{
    const auto first = must(open(request()));
    RunRequest second = request();
    second.name = "another";
    EXPECT_EQ(refusal(second).code, Errc::Busy);
}

TEST_F(RecorderTest, StoresDialoguesBeforeTheirEvaluations)
{
    Candidate candidate;
    candidate.task = "Math/double";
    candidate.method = "asked";
    candidate.sample = 3;
    candidate.language = "cpp";
    candidate.source = "x";
    candidate.request = "uuid-1";
    Dialogue elsewhere = test::fullDialogue("Math/other", "asked");
    RunRequest of = request();
    of.candidates.clear();
    of.given = {{{"asked", "model", {}, false},
                 {candidate},
                 {std::make_shared<Dialogue>(test::fullDialogue("Math/double", "asked")),
                  std::make_shared<Dialogue>(std::move(elsewhere))}}};
    recordRun(of, {Verdict::Correct});
    const auto reader = must(StoreReader::open(of.store));
    ASSERT_EQ(must(reader->dialogues({})).size(), 1U) << "the suite has no task Math/other";
    const RowId id = must(reader->ids(Filter())).at(0);
    EXPECT_EQ(must(reader->detail(id)).evaluation.candidate.request, "uuid-1");
    EXPECT_TRUE(must(reader->dialogueOf(id)));

    of.resume = true;
    Dialogue grown = *of.given[0].dialogues[0];
    grown.requests[1].state = "failed";
    grown.requests[1].errorText = "gone";
    grown.requests[1].response = Response();
    grown.requests[1].response->isComplete = false;
    of.given[0].dialogues[0] = std::make_shared<Dialogue>(grown);
    of.given[0].raw = [](const std::string &request) { return "of " + request; };
    recordRun(of, {});
    const Dialogue now
        = must(reader->dialogue(must(reader->dialogueOf(id)).value(), RawBytes::Read));
    EXPECT_EQ(now.requests.at(1).errorText, "gone") << "a resumed run brings what is new";
    EXPECT_EQ(now.requests.at(1).response->raw, "of " + grown.requests[1].uuid);
    grown.method = "nobody";
    of.given[0].dialogues[0] = std::make_shared<Dialogue>(grown);
    EXPECT_EQ(refusal(of).code, Errc::InvalidInput);
}

} // namespace loupe
