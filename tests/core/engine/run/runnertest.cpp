// SPDX-License-Identifier: Apache-2.0
//
// Tests runs up to the evaluation of candidates. The rest needs compilers and a sandbox; see
// tests/e2e.
#include "core/engine/run/runner.h"

#include "core/engine/run/profiling.h"

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

/// Records the plan of a dry run.
class PlanListener final : public RunObserver
{
public:
    void planned(const PlanSummary &summary) override
    {
        plan = summary;
        ++told;
    }
    PlanSummary plan;
    int told = 0;
};

class RunnerTest : public test::RunTest
{
protected:
    void SetUp() override
    {
        RunTest::SetUp();
        writeSamples(3);
        write("m/Math/unknown.cpp", "x");
    }
    RunRequest dryRun(bool isResumed = false) const
    {
        RunRequest out = request(isResumed);
        out.dryRun = true;
        out.jobs = 2;
        return out;
    }
    EvaluationDetail recorded()
    {
        recordRun(request(), {Verdict::Correct});
        const auto reader = must(StoreReader::open(request().store));
        return must(reader->detail(must(reader->ids(Filter())).front()));
    }

    PlanListener plans;
};

} // namespace

TEST_F(RunnerTest, DryRunReportsThePlanAndChangesNothing)
{
    const RunOutcome outcome = must(executeRun(dryRun(), plans, {}));
    EXPECT_EQ(outcome.run, "the run");
    EXPECT_EQ(outcome.evaluated, 0);
    EXPECT_EQ(plans.told, 1);
    EXPECT_EQ(plans.plan.items, 3);
    EXPECT_EQ(plans.plan.tasks, 1);
    EXPECT_EQ(plans.plan.alreadyDone, 0);
    EXPECT_TRUE(plans.plan.isNative);
    ASSERT_EQ(plans.plan.skipped.size(), 1U);
    EXPECT_EQ(plans.plan.skipped[0].reason, "the suite has no task \"Math/unknown\"");
    ASSERT_TRUE(plans.plan.estimate);
    EXPECT_FALSE(plans.plan.estimate->seconds) << "nothing is known yet";
    EXPECT_EQ(plans.plan.estimate->jobs, 2);
    EXPECT_FALSE(plans.plan.baseline);
    EXPECT_FALSE(std::filesystem::exists(request().store));
}

TEST_F(RunnerTest, DryRunOfAResumedRunCountsFinishedItems)
{
    EXPECT_EQ(executeRun(dryRun(true), plans, {}).error().code, Errc::NotFound);
    recordRun(request(), {Verdict::Correct, Verdict::InfraError});
    EXPECT_EQ(must(executeRun(dryRun(true), plans, {})).alreadyDone, 1);
    EXPECT_EQ(plans.plan.alreadyDone, 1);
}

TEST_F(RunnerTest, RefusesInvalidRequestsBeforeReportingAPlan)
{
    RunRequest wrong = dryRun();
    wrong.taskFilter = "speedup>1";
    EXPECT_EQ(executeRun(wrong, plans, {}).error().code, Errc::InvalidInput);
    wrong = dryRun();
    wrong.candidates.clear();
    EXPECT_EQ(executeRun(wrong, plans, {}).error().where, "candidates");
    wrong = dryRun();
    wrong.suite = root() / "none";
    EXPECT_FALSE(executeRun(wrong, plans, {}));
    EXPECT_EQ(plans.told, 0);
}

TEST_F(RunnerTest, ProfilingRepeatsTheEvaluationWithCounters)
{
    RunRequest given;
    given.sandbox = SandboxMode::None;
    given.python.interpreter = "/mine/python3";
    const RunRequest found = must(requestToProfile(recorded(), given));
    EXPECT_EQ(found.sandbox, SandboxMode::None) << "as the user typed it";
    EXPECT_EQ(found.python.interpreter, "/mine/python3");
    EXPECT_FALSE(found.fromFile.namesInterpreter) << "that is no file's any more";
    EXPECT_TRUE(found.python.counters);
    EXPECT_TRUE(found.timing.enabled);
    EXPECT_EQ(found.timing.method, TimingMethod::Cupti);
    EXPECT_EQ(found.python.judgedBy, JudgedBy::Suite);
    EXPECT_FALSE(found.controls);
    EXPECT_EQ(found.given.at(0).candidates.size(), 1U);
}

TEST_F(RunnerTest, OnlyEvaluationsOfAGpuAreProfiled)
{
    EvaluationDetail detail = recorded();
    detail.run.environment.deviceKind = "cpu";
    EXPECT_EQ(checkProfilable(detail).error().code, Errc::Unsupported);
    detail.run.environment.deviceKind = "cuda";
    EXPECT_TRUE(checkProfilable(detail));
    detail.run.origin = "import:kernelbench";
    EXPECT_EQ(checkProfilable(detail).error().code, Errc::Unsupported);
}

TEST_F(RunnerTest, ConsentIsAskedAfterEveryOtherRefusal)
{
    const ProfilingRequest wanted{request().store, recorded().row.id, "memcheck"};
    int asked = 0;
    ProfilingTools tools;
    tools.accept = [&asked](const RunRequest &) -> Status {
        ++asked;
        return Error{Errc::Cancelled, "declined"};
    };
    tools.checkMachine = [](const std::string &sanitizer) -> Status {
        return Error{Errc::Environment, "there is no " + sanitizer};
    };
    const auto withoutTool = profileStored(wanted, tools, {});
    ASSERT_FALSE(withoutTool);
    EXPECT_EQ(withoutTool.error().message, "there is no memcheck");
    EXPECT_EQ(profileStored({request().store, RowId{4711}}, tools, {}).error().code,
              Errc::NotFound);
    {
        const auto writer = must(StoreWriter::open(request().store));
        EXPECT_EQ(profileStored(wanted, tools, {}).error().code, Errc::Busy);
    }
    EXPECT_EQ(asked, 0);
    tools.checkMachine = [](const std::string &) { return Status(); };
    const auto declined = profileStored(wanted, tools, {});
    ASSERT_FALSE(declined);
    EXPECT_EQ(declined.error().message, "declined");
    EXPECT_EQ(asked, 1);
}

TEST_F(RunnerTest, AnEvaluationOfAProcessorIsRefusedBeforeConsent)
{
    engine.device = {"a processor", "cpu", "{}"};
    ProfilingTools tools;
    tools.accept = [](const RunRequest &) -> Status { return Error{Errc::Cancelled, "declined"}; };
    tools.checkMachine = [](const std::string &) { return Status(); };
    const auto refused = profileStored({request().store, recorded().row.id}, tools, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Unsupported) << refused.error().text();
}

TEST_F(RunnerTest, AProfileIsStoredOnceTheOtherWriterHasEnded)
{
    const ProfilingRequest wanted{request().store, recorded().row.id};
    CounterProfile profile;
    profile.source = "cupti";
    profile.note = "kept";
    auto other = must(StoreWriter::open(request().store));
    int waits = 0;
    ProfilingTools tools;
    tools.retryPause = std::chrono::milliseconds(1);
    tools.waits = [&](const Error &error) {
        EXPECT_EQ(error.code, Errc::Busy);
        if (++waits == 2)
            other.reset();
        return true;
    };
    mustSucceed(storeProfile(wanted, profile, tools, {}));
    EXPECT_EQ(waits, 2);
    const auto reader = must(StoreReader::open(request().store));
    const auto counters = must(reader->detail(wanted.evaluation)).counters;
    ASSERT_EQ(counters.size(), 1U);
    EXPECT_EQ(counters.front().note, "kept");
}

TEST_F(RunnerTest, AProfileDoesNotWaitForAStoreThatWasReplaced)
{
    const std::filesystem::path store = request().store;
    const ProfilingRequest wanted{
        .store = store, .evaluation = recorded().row.id, .file = identityOf(store)};
    const std::filesystem::path other = store.parent_path() / "other.kloupe";
    std::filesystem::copy_file(store, other);
    auto writer = must(StoreWriter::open(store));
    int waits = 0;
    ProfilingTools tools;
    tools.retryPause = std::chrono::milliseconds(1);
    tools.waits = [&](const Error &) {
        writer.reset();
        std::filesystem::rename(other, store);
        return ++waits < 9;
    };
    const Status stored = storeProfile(wanted, {}, tools, {});
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().code, Errc::Io);
    EXPECT_NE(stored.error().message.find("replaced"), std::string::npos);
    EXPECT_EQ(waits, 1);
    EXPECT_TRUE(must(must(StoreReader::open(store))->detail(wanted.evaluation)).counters.empty());
}

TEST_F(RunnerTest, AWaitingProfileIsGivenUpOnRequest)
{
    const ProfilingRequest wanted{request().store, recorded().row.id};
    const auto other = must(StoreWriter::open(request().store));
    ProfilingTools tools;
    EXPECT_EQ(storeProfile(wanted, {}, tools, {}).error().code, Errc::Busy) << "it may not wait";
    std::stop_source stop;
    tools.retryPause = std::chrono::hours(1);
    tools.waits = [&stop](const Error &) {
        stop.request_stop();
        return true;
    };
    EXPECT_EQ(storeProfile(wanted, {}, tools, stop.get_token()).error().code, Errc::Cancelled);
}

TEST(CheckCounted, EitherCountersOrSamplesAreEnough)
{
    CounterProfile profile;
    profile.note = "not permitted";
    const Status none = checkCounted(profile, "GPU");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::Environment);
    EXPECT_NE(none.error().message.find("not permitted"), std::string::npos);
    CounterProfile sampled = profile;
    sampled.samples.resize(1);
    EXPECT_TRUE(checkCounted(sampled, "GPU"));
    profile.kernels.resize(1);
    EXPECT_TRUE(checkCounted(profile, "GPU"));
}

TEST_F(RunnerTest, OnlyNvidiaRunsHaveCounters)
{
    EvaluationDetail detail = recorded();
    detail.run.environment = {"Test CPU", "cpu", "{}"};
    const auto refused = profileEvaluation(detail, {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Unsupported);
    EXPECT_NE(refused.error().message.find("Test CPU"), std::string::npos);
    detail.run.environment.deviceKind = "cuda";
    detail.evaluation.candidate.source = {};
    EXPECT_EQ(profileEvaluation(detail, {}, {}).error().code, Errc::InvalidInput);
}

} // namespace loupe
