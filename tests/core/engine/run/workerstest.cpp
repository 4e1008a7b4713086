// SPDX-License-Identifier: Apache-2.0
//
// Simulates GPUs that vanish and candidates that are killed during a run, with a fake engine and
// driver. NVML loses the GPU, candidates on it seem to crash, and candidate processes die of
// signals.
#include "core/engine/run/workers.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

/// Simulated GPUs, with the number of candidates that each evaluates before it vanishes.
struct Bus {
    std::map<std::string, std::atomic<int>> left;
    std::atomic<std::size_t> next = 0;
    bool hasNvml = true;

    bool answers(const std::string &device) { return hasNvml && left.at(device) >= 0; }
};

class VanishingEvaluator final : public CandidateEvaluator
{
public:
    VanishingEvaluator(Bus &bus, std::string device) : m_bus(bus), m_device(std::move(device)) { }
    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token /*stop*/) override
    {
        entering(Stage::Build);
        Evaluation out;
        out.candidate = item.candidate;
        const bool isGone = --m_bus.left.at(m_device) < 0;
        out.verdict = isGone ? Verdict::Crashed : Verdict::Correct;
        out.strictVerdict = out.verdict;
        if (isGone)
            out.message = "CUDA error: no CUDA-capable device is detected";
        return out;
    }
    std::string device() const override { return m_device; }

private:
    Bus &m_bus;
    std::string m_device;
};

/// End of one attempt at a candidate.
struct Attempted {
    Verdict verdict = Verdict::Correct;
    int signal = 0;
    std::string message = {};
    bool isError = false; ///< of the machinery
};

/// Ends attempts as listed. The last entry repeats.
class ListedEvaluator final : public CandidateEvaluator
{
public:
    ListedEvaluator(const std::vector<Attempted> &list, std::size_t &attempts)
        : m_list(list)
        , m_attempts(attempts)
    {
    }
    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token /*stop*/) override
    {
        entering(Stage::Verify);
        const Attempted &now = m_list[std::min(m_attempts++, m_list.size() - 1)];
        if (now.isError)
            return Error{Errc::Internal, now.message};
        Evaluation out;
        out.candidate = item.candidate;
        out.verdict = now.verdict;
        out.strictVerdict = now.verdict;
        out.message = now.message;
        Trial &trial = out.trials.emplace_back();
        trial.verdict = now.verdict;
        trial.message = now.message;
        trial.signal = now.signal;
        return out;
    }

private:
    const std::vector<Attempted> &m_list;
    std::size_t &m_attempts;
};

class WorkersTest : public test::RunTest
{
protected:
    /// Runs the workers and returns the result of Workers::run().
    Status run(int jobs, const Workers::DeviceAnswers &answers, bool isResumed = false)
    {
        const ResolvedRequest resolved = must(resolveRequest(request(isResumed)));
        const auto recorder = must(Recorder::open(resolved, engine, listener));
        const std::vector<PlanItem> rest = recorder->remaining(resolved.plan.items);
        RunControl control;
        running = &control;
        control.begin(rest.size());
        Workers workers(rest, engine, *recorder, control, answers);
        Status worked = workers.run(jobs);
        if (worked)
            mustSucceed(Status(must(recorder->finish(control.hasCancelled())).cancelled
                                   ? Status(Error{Errc::Cancelled, "cancelled"})
                                   : Status()));
        return worked;
    }

    RunControl *running = nullptr; ///< of the current run
};

class VanishedGpu : public WorkersTest
{
protected:
    static constexpr int items = 12;

    void SetUp() override
    {
        WorkersTest::SetUp();
        writeSamples(items);
    }
    /// Runs with one thread per GPU.
    Status run(Bus &bus, bool isResumed = false)
    {
        std::vector<std::string> devices;
        for (const auto &[device, left] : bus.left)
            devices.push_back(device);
        engine.make = [&bus, devices] {
            return std::make_unique<VanishingEvaluator>(bus, devices[bus.next++ % devices.size()]);
        };
        return WorkersTest::run(
            static_cast<int>(devices.size()),
            [&bus](const std::string &device) { return bus.answers(device); }, isResumed);
    }
};

class KilledCandidate : public WorkersTest
{
protected:
    /// Returns the stored verdict of a candidate whose attempts end as listed.
    Verdict judged(const std::vector<Attempted> &list)
    {
        writeSamples(1);
        engine.make = [&] { return std::make_unique<ListedEvaluator>(list, attempts); };
        mustSucceed(run(1, [](const std::string &) { return true; }));
        return verdicts().begin()->first;
    }
    std::size_t attempts = 0;
};

const Attempted killed{Verdict::Crashed, SIGKILL, "died of SIGKILL"};

} // namespace

TEST_F(VanishedGpu, EndsTheRunWithAnInfraErrorAndReportsTheRest)
{
    Bus bus;
    bus.left["cuda:0"] = 4;
    const Status ended = run(bus);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, Errc::Environment);
    EXPECT_NE(ended.error().message.find("7 evaluations are left"), std::string::npos)
        << ended.error().text();
    EXPECT_EQ(listener.lost, std::vector<std::string>{"cuda:0"});
    const std::map<Verdict, int> halfway{{Verdict::Correct, 4}, {Verdict::InfraError, 1}};
    EXPECT_EQ(verdicts(), halfway) << "no candidate is blamed";

    Bus back;
    back.left["cuda:0"] = 100;
    mustSucceed(run(back, true));
    const std::map<Verdict, int> whole{{Verdict::Correct, items}};
    EXPECT_EQ(verdicts(), whole) << "the infra error gave way to what the second try says";
}

TEST_F(KilledCandidate, ReportsTheLoad)
{
    judged({Attempted()});
    ASSERT_FALSE(listener.loads.empty()) << "at the end at the latest";
    EXPECT_FALSE(listener.loads.back().isAtWork());
    EXPECT_EQ(listener.loads.back().boundSoFar, RunBound::Device) << "it was only verified";
    EXPECT_GT(listener.loads.back().all.device, 0);
}

TEST_F(VanishedGpu, LeavesTheRestToTheOthers)
{
    Bus bus;
    bus.left["cuda:0"] = 0;
    bus.left["cuda:1"] = 100;
    mustSucceed(run(bus));
    EXPECT_EQ(listener.lost, std::vector<std::string>{"cuda:0"});
    auto found = verdicts();
    EXPECT_EQ(found[Verdict::Crashed], 0);
    EXPECT_LE(found[Verdict::InfraError], 1) << "one item, if the first GPU got one at all";
    EXPECT_EQ(found[Verdict::Correct] + found[Verdict::InfraError], items);
}

TEST_F(VanishedGpu, GetsNoItemAfterACancelledOne)
{
    /// Evaluator whose item is cancelled while it runs.
    class CancelledEvaluator final : public CandidateEvaluator
    {
    public:
        explicit CancelledEvaluator(RunControl &control) : m_control(control) { }
        Result<Evaluation> evaluate(const PlanItem & /*item*/,
                                    const std::function<void(Stage)> & /*entering*/,
                                    std::stop_token /*stop*/) override
        {
            m_control.cancel(std::vector<std::size_t>{0});
            return Error{Errc::Cancelled, "cancelled"};
        }
        std::string device() const override { return "cuda:0"; }

    private:
        RunControl &m_control;
    };
    Bus bus;
    bus.left["cuda:0"] = 100;
    engine.make = [&]() -> std::unique_ptr<CandidateEvaluator> {
        if (bus.next++ == 0)
            return std::make_unique<CancelledEvaluator>(*running);
        bus.left["cuda:0"] = -1;
        return std::make_unique<VanishingEvaluator>(bus, "cuda:0");
    };
    const Status ended
        = WorkersTest::run(1, [&bus](const std::string &device) { return bus.answers(device); });
    ASSERT_FALSE(ended);
    EXPECT_NE(ended.error().message.find("11 evaluations are left"), std::string::npos)
        << ended.error().text();
    EXPECT_TRUE(verdicts().empty());
}

TEST_F(VanishedGpu, IsNotAssumedWithoutNvml)
{
    Bus bus;
    bus.left["cuda:0"] = 4;
    bus.hasNvml = false;
    mustSucceed(run(bus));
    EXPECT_TRUE(listener.lost.empty());
    EXPECT_EQ(verdicts()[Verdict::Crashed], items - 4);
}

TEST_F(KilledCandidate, IsRetriedOnce)
{
    EXPECT_EQ(judged({killed, {Verdict::Correct}}), Verdict::Correct);
    EXPECT_EQ(attempts, 2U);
    EXPECT_EQ(listener.lines,
              std::vector<std::string>{"Math/double: its process was killed; trying again"});
}

TEST_F(KilledCandidate, IsNotRetriedTwiceOrBlamedForOneKill)
{
    const Attempted failure{Verdict::Correct, 0, "the judge does not answer", true};
    EXPECT_EQ(judged({failure, killed, {Verdict::Correct}}), Verdict::InfraError);
    EXPECT_EQ(attempts, 2U);
}

TEST_F(KilledCandidate, IsJudgedTheSecondTime)
{
    EXPECT_EQ(judged({killed}), Verdict::Crashed);
    EXPECT_EQ(attempts, 2U);
}

TEST_F(KilledCandidate, IsRecognisedByItsSignal)
{
    EXPECT_EQ(judged({{Verdict::Crashed, 0, "RuntimeError: a worker died of SIGKILL"},
                      {Verdict::Correct}}),
              Verdict::Crashed)
        << "what a candidate raises buys it no second attempt";
    EXPECT_EQ(attempts, 1U);
}

TEST_F(KilledCandidate, OtherSignalsAreCandidateFailures)
{
    EXPECT_EQ(judged({{Verdict::Crashed, SIGSEGV, "died of SIGSEGV"}, {Verdict::Correct}}),
              Verdict::Crashed);
    EXPECT_EQ(attempts, 1U);
}

} // namespace loupe
