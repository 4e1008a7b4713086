// SPDX-License-Identifier: Apache-2.0
//
// GPUs that vanish and candidates that are killed in the middle of a run, with an engine and a
// driver that are made up: what is simulated is that NVML does not reach the GPU any more and that
// candidates on it seem to crash, and the signals that candidates' processes die of.
#include "core/engine/run/workers.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <set>

#include "tests/core/store/storefixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

/// Which GPUs there are, and how many candidates each still evaluates before it vanishes.
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

/// How one attempt at a candidate ends.
struct Attempted {
    Verdict verdict = Verdict::Correct;
    int signal = 0;
    std::string message = {};
};

/// Ends attempts as they are listed, the last of them again and again.
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

class MadeUpEngine final : public SuiteEngine
{
public:
    using Maker = std::function<std::unique_ptr<CandidateEvaluator>()>;
    explicit MadeUpEngine(Maker make) : m_make(std::move(make)) { }
    std::string protocol() const override { return "fake"; }
    Environment environment() const override { return {"Test GPU", "cuda", "{}"}; }
    Json profile() const override { return Json::object(); }
    const std::string &seed() const override { return m_seed; }
    void useSeed(std::string seed) override { m_seed = std::move(seed); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> & /*items*/, int /*jobs*/,
                                             const std::stop_token & /*stop*/) override
    {
        return std::vector<ControlReport>();
    }
    void expect(const std::vector<PlanItem> & /*items*/) override { }
    void done(const PlanItem & /*item*/) override { }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override { return m_make(); }

private:
    Maker m_make;
    std::string m_seed = "00";
};

class Listener final : public RunObserver
{
public:
    void deviceLost(const std::string &device) override { lost.push_back(device); }
    void logged(const std::string &line) override { lines.push_back(line); }
    std::vector<std::string> lost;
    std::vector<std::string> lines;
};

class WorkersTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        writeTask(doubleTask(), "suite/Math/double");
    }
    void writeSamples(int count) const
    {
        for (int sample = 0; sample < count; ++sample)
            write("m/Math/double/sample_" + std::to_string(sample) + ".cpp", "x");
    }
    RunRequest request(bool isResumed) const
    {
        RunRequest out;
        out.suite = root() / "suite";
        out.candidates = {root() / "m"};
        out.store = root() / "r.kloupe";
        out.name = "the run";
        out.resume = isResumed;
        return out;
    }
    /// What run() says.
    Status run(MadeUpEngine &engine, int jobs, const Workers::DeviceAnswers &answers,
               bool isResumed = false)
    {
        const Plan plan = must(makePlan(request(isResumed)));
        const auto recorder = must(Recorder::open(request(isResumed), plan, engine, listener));
        const std::vector<PlanItem> rest = recorder->remaining(plan.items);
        RunControl control;
        control.begin(rest.size());
        Workers workers(rest, engine, *recorder, control, answers);
        Status worked = workers.run(jobs);
        if (worked)
            mustSucceed(Status(must(recorder->finish(control.hasCancelled())).cancelled
                                   ? Status(Error{Errc::Cancelled, "cancelled", {}, {}, {}})
                                   : Status()));
        return worked;
    }
    /// Evaluations of the store by verdict.
    std::map<Verdict, int> verdicts() const
    {
        std::map<Verdict, int> out;
        const auto reader = must(StoreReader::open(root() / "r.kloupe"));
        for (const ResultRow &row : reader->fetch(must(reader->ids(Filter()))))
            ++out[row.verdict];
        return out;
    }

    Listener listener;
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
    /// What run() says, with as many threads as there are GPUs.
    Status run(Bus &bus, bool isResumed = false)
    {
        std::vector<std::string> devices;
        for (const auto &[device, left] : bus.left)
            devices.push_back(device);
        MadeUpEngine engine([&] {
            return std::make_unique<VanishingEvaluator>(bus, devices[bus.next++ % devices.size()]);
        });
        return WorkersTest::run(
            engine, static_cast<int>(devices.size()),
            [&bus](const std::string &device) { return bus.answers(device); }, isResumed);
    }
};

class KilledCandidate : public WorkersTest
{
protected:
    /// The verdict that is stored of a candidate whose attempts end as listed.
    Verdict judged(const std::vector<Attempted> &list)
    {
        writeSamples(1);
        MadeUpEngine engine([&] { return std::make_unique<ListedEvaluator>(list, attempts); });
        mustSucceed(run(engine, 1, [](const std::string &) { return true; }));
        return verdicts().begin()->first;
    }
    std::size_t attempts = 0;
};

const Attempted killed{Verdict::Crashed, SIGKILL, "died of SIGKILL"};

} // namespace

TEST_F(VanishedGpu, EndsTheRunWithAnInfraErrorAndWhatIsLeft)
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

TEST_F(VanishedGpu, IsNotGuessedWhereNvmlNeverAnswered)
{
    Bus bus;
    bus.left["cuda:0"] = 4;
    bus.hasNvml = false;
    mustSucceed(run(bus));
    EXPECT_TRUE(listener.lost.empty());
    EXPECT_EQ(verdicts()[Verdict::Crashed], items - 4);
}

TEST_F(KilledCandidate, IsTriedOnceMore)
{
    EXPECT_EQ(judged({killed, {Verdict::Correct}}), Verdict::Correct);
    EXPECT_EQ(attempts, 2U);
    EXPECT_EQ(listener.lines,
              std::vector<std::string>{"Math/double: its process was killed; trying again"});
}

TEST_F(KilledCandidate, IsJudgedTheSecondTime)
{
    EXPECT_EQ(judged({killed}), Verdict::Crashed);
    EXPECT_EQ(attempts, 2U);
}

TEST_F(KilledCandidate, IsKnownByItsSignalAlone)
{
    EXPECT_EQ(judged({{Verdict::Crashed, 0, "RuntimeError: a worker died of SIGKILL"},
                      {Verdict::Correct}}),
              Verdict::Crashed)
        << "what a candidate raises buys it no second attempt";
    EXPECT_EQ(attempts, 1U);
}

TEST_F(KilledCandidate, OtherSignalsAreItsOwn)
{
    EXPECT_EQ(judged({{Verdict::Crashed, SIGSEGV, "died of SIGSEGV"}, {Verdict::Correct}}),
              Verdict::Crashed);
    EXPECT_EQ(attempts, 1U);
}

} // namespace loupe
