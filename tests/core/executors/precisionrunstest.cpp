// SPDX-License-Identifier: Apache-2.0
#include "core/executors/precisionruns.h"

#include "core/engine/request/unfinishedrun.h"
#include "core/engine/run/recorder.h"
#include "core/engine/run/runner.h"
#include "core/executors/makeexecutor.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/engine/madeupengine.h"
#include "tests/core/store/storefixture.h"
#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

/// Records what a run tells.
class Told final : public RunObserver
{
public:
    void planned(const PlanSummary &plan) override { plans.push_back(plan); }
    void queued(const std::vector<ItemInfo> &items) override
    {
        for (const ItemInfo &item : items)
            queue.push_back(item.precision);
    }
    void logged(const std::string &line) override { lines += line + "\n"; }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        finished.push_back(result.item.precision);
        progress.emplace_back(done, total);
    }

    std::string lines;
    std::vector<PlanSummary> plans;
    std::vector<std::string> queue;
    std::vector<std::string> finished;
    std::vector<std::pair<int, int>> progress;
};

/// Place that stores a correct result for each item, until `itemsLeft` are stored and the run is
/// stopped.
class StoringPlace final : public RunPlace
{
public:
    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token & /*stop*/) override
    {
        begun.push_back(resolved.request.name);
        if (begun.size() > partsLeft)
            return Error{Errc::Io, "the disk is full"};
        test::MadeUpEngine engine;
        auto opened = Recorder::open(resolved, engine, observer);
        if (!opened)
            return opened.error();
        auto recorder = std::move(*opened);
        const std::vector<PlanItem> &all = resolved.plan.items;
        const auto left = recorder->remaining(all);
        const auto total = static_cast<int>(all.size());
        const int done = total - static_cast<int>(left.size());
        observer.planned({recorder->runName(), "kb", 1, total, done, {}});
        recorder->expect(total, done);
        recorder->queued(left);
        RunLoad load;
        load.boundSoFar = begun.size() == 1 ? RunBound::Builds : RunBound::Timing;
        observer.loadTold(load);
        for (const PlanItem &item : left) {
            if (itemsLeft == 0)
                break;
            Evaluation evaluation;
            evaluation.candidate = item.candidate;
            evaluation.verdict = Verdict::Correct;
            mustSucceed(recorder->record(item, evaluation, "cpu", 1));
            if (--itemsLeft == 0)
                stop.request_stop();
        }
        auto outcome = recorder->finish(itemsLeft == 0);
        recorder.reset();
        if (afterFirst)
            std::exchange(afterFirst, {})();
        return outcome;
    }

    int itemsLeft = 1000;
    std::size_t partsLeft = 1000;
    std::stop_source stop;
    std::function<void()> afterFirst; ///< called once, when the store is free
    std::vector<std::string> begun;   ///< names of the runs
};

class PrecisionRunsTest : public test::BenchmarkTest
{
protected:
    void SetUp() override
    {
        BenchmarkTest::SetUp();
        writeKernelBench();
        for (const char *sample : {"0", "1"})
            write(std::string("runs/demo/level_1_problem_19_sample_") + sample + "_kernel.py",
                  "class ModelNew: ...\n");
    }
    RunRequest request(bool isResumed = false) const
    {
        RunRequest out;
        out.suite = root() / "kb";
        out.candidates = {root() / "runs" / "demo"};
        out.store = root() / "r.kloupe";
        out.python.precisions = {RunPrecision::Float32, RunPrecision::BFloat16};
        out.resume = isResumed;
        return out;
    }
    Result<RunOutcome> run(const RunRequest &of, StoringPlace &place)
    {
        told = {};
        return runEachPrecision(must(resolveRequest(of)), place, told, place.stop.get_token());
    }
    /// Returns the finished evaluations by run and precision.
    std::map<std::string, int> stored() const
    {
        std::map<std::string, int> out;
        for (const RunSummary &run : must(readRuns(root() / "r.kloupe")))
            out[run.run.name + " " + run.run.precision] = run.finished();
        return out;
    }

    Told told;
};

using Stored = std::map<std::string, int>;
using Names = std::vector<std::string>;

} // namespace

TEST_F(PrecisionRunsTest, EachPrecisionIsARunOfItsOwn)
{
    StoringPlace place;
    const RunOutcome outcome = must(run(request(), place));
    const std::string name = outcome.run;
    EXPECT_EQ(place.begun, (Names{name + ", float32", name + ", bfloat16"}));
    EXPECT_EQ(stored(), (Stored{{name + ", bfloat16 bf16", 2}, {name + ", float32 fp32", 2}}));
    EXPECT_EQ(outcome.evaluated, 4);
    ASSERT_EQ(outcome.parts.size(), 2U);
    EXPECT_EQ(outcome.parts[1].run, name + ", bfloat16");
    EXPECT_EQ(outcome.parts[1].correct, 2);
    ASSERT_TRUE(outcome.parts[0].load && outcome.parts[1].load);
    EXPECT_EQ(outcome.parts[0].load->boundSoFar, RunBound::Builds);
    EXPECT_EQ(outcome.parts[1].load->boundSoFar, RunBound::Timing);
    EXPECT_FALSE(outcome.load) << "neither is that of the whole run";

    ASSERT_EQ(told.plans.size(), 1U) << "it is one run for the observer";
    EXPECT_EQ(told.plans[0].run, name);
    EXPECT_EQ(told.plans[0].items, 4);
    EXPECT_EQ(told.plans[0].precisions, (Names{"float32", "bfloat16"}));
    EXPECT_NE(told.lines.find("float32: limited by builds\n"), std::string::npos) << told.lines;
    EXPECT_NE(told.lines.find("bfloat16: limited by timing\n"), std::string::npos) << told.lines;
    EXPECT_EQ(told.queue, (Names{"float32", "float32", "bfloat16", "bfloat16"}));
    EXPECT_EQ(told.finished, told.queue);
    EXPECT_EQ(told.progress, (std::vector<std::pair<int, int>>{{1, 4}, {2, 4}, {3, 4}, {4, 4}}));

    StoringPlace next;
    EXPECT_EQ(must(run(request(), next)).run, name + " 2") << "no name is used twice";
}

TEST_F(PrecisionRunsTest, ResumeJudgesOnlyWhatIsMissing)
{
    StoringPlace stopped;
    stopped.itemsLeft = 3;
    const RunOutcome first = must(run(request(), stopped));
    EXPECT_TRUE(first.cancelled);
    EXPECT_EQ(first.evaluated, 3);
    const auto offered = must(unfinishedRun(request().store));
    ASSERT_TRUE(offered);
    EXPECT_EQ(offered->name, first.run);
    EXPECT_EQ(offered->total, 4);
    EXPECT_EQ(offered->left, 1);
    EXPECT_EQ(offered->request.python.precisions, request().python.precisions);

    StoringPlace place;
    const RunOutcome second = must(run(request(true), place));
    EXPECT_EQ(second.run, first.run);
    EXPECT_EQ(place.begun, (Names{first.run + ", float32", first.run + ", bfloat16"}));
    EXPECT_EQ(second.evaluated, 1);
    EXPECT_EQ(second.alreadyDone, 3);
    EXPECT_EQ(told.plans.at(0).alreadyDone, 3);
    EXPECT_EQ(told.progress, (std::vector<std::pair<int, int>>{{4, 4}}));
    EXPECT_FALSE(must(unfinishedRun(request().store)));
    RunRequest done = request(true);
    done.name = first.run;
    StoringPlace idle;
    EXPECT_EQ(must(run(done, idle)).alreadyDone, 4);
    EXPECT_EQ(idle.begun.size(), 2U) << "each checks whether suite and options are the same";
    EXPECT_EQ(told.plans.at(0).alreadyDone, 4) << "its plan is told all the same";
    const auto none = run(request(true), place);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message,
              "the store holds no unfinished run of the precisions float32,bfloat16");
}

TEST_F(PrecisionRunsTest, ResumeBeginsAPrecisionThatHadNotBegun)
{
    StoringPlace stopped;
    stopped.itemsLeft = 2;
    RunRequest named = request();
    named.name = "mine";
    EXPECT_TRUE(must(run(named, stopped)).cancelled);
    EXPECT_EQ(stored(), (Stored{{"mine, float32 fp32", 2}}));
    const auto offered = must(unfinishedRun(request().store));
    ASSERT_TRUE(offered) << "although its only stored run has ended";
    EXPECT_EQ(offered->state, "interrupted");
    EXPECT_EQ(offered->left, 2);

    StoringPlace place;
    EXPECT_EQ(must(run(offered->request, place)).evaluated, 2);
    EXPECT_EQ(stored(), (Stored{{"mine, bfloat16 bf16", 2}, {"mine, float32 fp32", 2}}));

    RunRequest other = request(true);
    other.name = "nobody";
    EXPECT_EQ(run(other, place).error().code, Errc::NotFound);
}

TEST_F(PrecisionRunsTest, ResumeComparesEvaluationsNotCounts)
{
    write("runs/other/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...\n");
    write("runs/other/level_1_problem_19_sample_7_kernel.py", "class ModelNew: ...\n");
    RunRequest named = request();
    named.name = "mine";
    named.method = "demo";
    StoringPlace place;
    must(run(named, place));
    named.resume = true;
    named.candidates = {root() / "runs" / "other"};
    RunRequest dry = named;
    dry.dryRun = true;
    told = {};
    must(runAtPlace(dry, told, {}));
    EXPECT_EQ(told.plans.at(0).alreadyDone, 2) << "sample 0 in each precision";
    const RunOutcome outcome = must(run(named, place));
    EXPECT_EQ(outcome.evaluated, 2) << "sample 7 in each precision";
    EXPECT_EQ(outcome.alreadyDone, 2);
    EXPECT_EQ(stored(), (Stored{{"mine, bfloat16 bf16", 3}, {"mine, float32 fp32", 3}}));
}

TEST_F(PrecisionRunsTest, ResumeRefusesAChangedSuite)
{
    RunRequest named = request();
    named.name = "mine";
    StoringPlace place;
    must(run(named, place));
    named.resume = true;
    std::ranges::reverse(named.python.precisions);
    EXPECT_EQ(must(run(named, place)).alreadyDone, 4) << "in any order";
    for (const auto &file : std::filesystem::recursive_directory_iterator(root() / "kb")) {
        if (file.path().extension() == ".py")
            std::ofstream(file.path(), std::ios::app) << "# changed\n";
    }
    const auto refused = run(named, place);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.find("the suite has changed"), 0U) << refused.error().message;
}

TEST_F(PrecisionRunsTest, ATakenNameIsRefusedBeforeAnythingRuns)
{
    RunRequest named = request();
    named.name = "mine, bfloat16";
    named.python.precisions = {RunPrecision::BFloat16};
    StoringPlace place;
    must(place.run(must(resolveRequest(named)), told, {}));
    for (const bool isResumed : {false, true}) {
        named = request(isResumed);
        named.name = "mine";
        StoringPlace none;
        EXPECT_FALSE(run(named, none)) << "its precision bfloat16 would have that name";
        EXPECT_TRUE(none.begun.empty());
    }
    EXPECT_EQ(stored(), (Stored{{"mine, bfloat16 bf16", 2}}));
}

TEST_F(PrecisionRunsTest, FailureTellsWhatIsStored)
{
    StoringPlace place;
    place.partsLeft = 1;
    RunRequest named = request();
    named.name = "mine";
    ASSERT_FALSE(run(named, place));
    EXPECT_NE(told.lines.find("mine, float32: 2 evaluated now, 0 already there; 2 correct"),
              std::string::npos)
        << told.lines;
}

TEST_F(PrecisionRunsTest, TheStoreStaysLockedBetweenTwoPrecisions)
{
    StoringPlace place;
    bool isTested = false;
    place.afterFirst = [&] {
        isTested = true;
        EXPECT_EQ(stored(), (Stored{{"mine, float32 fp32", 2}}));
        const auto other = StoreWriter::open(request().store);
        ASSERT_FALSE(other);
        EXPECT_EQ(other.error().code, Errc::Busy) << other.error().text();
        EXPECT_FALSE(must(unfinishedRun(request().store))) << "it is running, not interrupted";
    };
    RunRequest named = request();
    named.name = "mine";
    EXPECT_EQ(must(run(named, place)).evaluated, 4);
    EXPECT_TRUE(isTested);
    EXPECT_TRUE(StoreWriter::open(named.store)) << "it is free afterwards";
}

TEST_F(PrecisionRunsTest, AStoreInUseIsRefusedBeforeAnythingRuns)
{
    const auto writer = must(StoreWriter::open(request().store));
    StoringPlace place;
    const auto refused = run(request(), place);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Busy);
    EXPECT_TRUE(place.begun.empty());
}

TEST_F(PrecisionRunsTest, PartsOfAJobHaveDifferentJobs)
{
    StoringPlace place;
    RunRequest shard = request();
    shard.job = std::string(32, '0');
    must(run(shard, place));
    const auto runs = must(readRuns(request().store));
    ASSERT_EQ(runs.size(), 2U) << "one id would make them one run";
    EXPECT_NE(runs[0].run.uuid, runs[1].run.uuid);
}

TEST_F(PrecisionRunsTest, DryRunCountsAllPrecisions)
{
    RunRequest dry = request();
    dry.dryRun = true;
    must(runAtPlace(dry, told, {}));
    ASSERT_EQ(told.plans.size(), 1U);
    EXPECT_EQ(told.plans[0].items, 4);
    EXPECT_EQ(told.plans[0].tasks, 1);
    EXPECT_EQ(told.plans[0].precisions, (Names{"float32", "bfloat16"}));
    StoringPlace stopped;
    stopped.itemsLeft = 3;
    must(run(request(), stopped));
    dry.resume = true;
    told = {};
    must(runAtPlace(dry, told, {}));
    EXPECT_EQ(told.plans.at(0).alreadyDone, 3);
}

TEST_F(PrecisionRunsTest, RefusedBeforeAnythingIsStored)
{
    RunRequest native;
    native.suite = LOUPE_SOURCE_DIR "/tasks";
    native.candidates = {LOUPE_SOURCE_DIR "/tasks/demo"};
    native.store = root() / "r.kloupe";
    native.python.precisions = request().python.precisions;
    const auto typed = runAtPlace(native, told, {});
    ASSERT_FALSE(typed);
    EXPECT_EQ(typed.error().code, Errc::Unsupported);
    const auto single = executeRun(request(), told, {});
    ASSERT_FALSE(single);
    EXPECT_EQ(single.error().message, "one run has one precision, not float32,bfloat16");
    EXPECT_FALSE(std::filesystem::exists(native.store));
}

} // namespace loupe
