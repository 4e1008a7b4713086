// SPDX-License-Identifier: Apache-2.0
//
// A run of several precisions on a node that fails, or whose client is killed.
#include "core/base/environment.h"
#include "core/executors/precisionruns.h"
#include "core/executors/slurmexecutor.h"
#include "core/store/read/storereader.h"

#include <limits>
#include <map>
#include <set>
#include <utility>

#include "tests/core/executors/remotefixture.h"
#include "tests/core/store/storefixture.h"

namespace loupe {

using test::must;

namespace {

/// Place that reaches its nodes as ssh does.
class NodePlace final : public RunPlace
{
public:
    explicit NodePlace(NodeAccess node) : m_node(std::move(node)) { }
    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        return runOnNode(std::move(resolved), m_node, observer, stop);
    }
    std::string groupInProgress(const std::filesystem::path &store,
                                const std::vector<RunPrecision> &precisions) const override
    {
        return m_node.asked->findGroup(store, precisions, m_node.place);
    }

private:
    NodeAccess m_node;
};

class RemotePrecisions : public test::RemoteFixture
{
protected:
    static constexpr int candidates = 40;

    void SetUp() override
    {
        RemoteFixture::SetUp();
        asked.emplace(root() / "asked");
        write("kb/KernelBench/level1/19_ReLU.py",
              "import torch\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
              "        return x.relu()\n\ndef get_inputs():\n    return [torch.rand(4)]\n\n"
              "def get_init_inputs():\n    return []\n");
        for (int sample = 0; sample < candidates; ++sample)
            write("runs/demo/level_1_problem_19_sample_" + std::to_string(sample) + "_kernel.py",
                  "class ModelNew: ...\n");
    }
    RunRequest requestNamed(const std::string &name, std::vector<RunPrecision> precisions) const
    {
        RunRequest out;
        out.suite = root() / "kb";
        out.candidates = {root() / "runs" / "demo"};
        out.store = store();
        out.name = name;
        out.python.precisions = std::move(precisions);
        return out;
    }
    Result<RunOutcome> runBoth(const std::string &name, bool isResumed, NodeAccess access)
    {
        RunRequest out = requestNamed(name, m_both);
        out.resume = isResumed;
        out.place = access.place;
        NodePlace place(std::move(access));
        RunObserver nobody;
        return runEachPrecision(must(resolveRequest(out)), place, nobody, {});
    }
    static std::size_t uncut() { return std::numeric_limits<std::size_t>::max(); }
    /// Returns access whose connections after the first `most` fail, as if the client were killed.
    /// The last of these breaks after `bytes`.
    NodeAccess killedAfter(int most, std::size_t bytes)
    {
        NodeAccess killed = node(uncut);
        killed.connect = [=, this, connections = 0]() mutable {
            if (++connections > most)
                return Result<std::unique_ptr<NodeConnection>>(Error{Errc::Internal, "killed"});
            return node([=] { return connections == most ? bytes : uncut(); }).connect();
        };
        return killed;
    }
    /// Returns the number of finished evaluations by run.
    std::map<std::string, int> stored() const
    {
        std::map<std::string, int> out;
        for (const RunSummary &run : must(readRuns(store())))
            out[run.run.name] = run.finished();
        return out;
    }

    const std::vector<RunPrecision> m_both{RunPrecision::Float32, RunPrecision::BFloat16};
    const std::map<std::string, int> m_all{{"both, bfloat16", candidates},
                                           {"both, float32", candidates}};
};

/// Slurm that refuses every job, so that the job's folder is left without a result.
class SlurmNames : public RemotePrecisions
{
protected:
    void SetUp() override
    {
        RemotePrecisions::SetUp();
        write("bin/sbatch", "#!/bin/sh\nexit 1\n");
        std::filesystem::permissions(root() / "bin/sbatch", std::filesystem::perms::owner_all);
        write("site.json",
              Json{{"kernelloupe_slurm", 1}, {"folder", (root() / "jobs").string()}}.dump());
        set("PATH", (root() / "bin").string() + ":" + environmentVariable("PATH"));
        set("KLOUPE_CACHE", (root() / "cache").string());
    }
    ~SlurmNames() override
    {
        for (const auto &[name, value] : m_before)
            setenv(name.c_str(), value.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }
    /// Returns the error of a run.
    Error runIn(RunRequest request) const
    {
        const auto place = makeSlurmPlace(root() / "site.json");
        request.place = "slurm:" + (root() / "site.json").string();
        RunObserver nobody;
        const auto resolved = must(resolveRequest(request));
        const auto outcome = request.python.precisions.size() > 1
            ? runEachPrecision(resolved, *place, nobody, {})
            : place->run(resolved, nobody, {});
        EXPECT_FALSE(outcome);
        return outcome ? Error() : outcome.error();
    }
    std::set<std::string> jobs() const
    {
        std::set<std::string> names;
        for (const auto &entry : std::filesystem::directory_iterator(root() / "jobs"))
            names.insert(must(JobFolder(entry.path()).readJob()).name);
        return names;
    }

private:
    void set(const std::string &name, const std::string &value)
    {
        m_before[name] = environmentVariable(name.c_str());
        setenv(name.c_str(), value.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }
    std::map<std::string, std::string> m_before;
};

} // namespace

TEST_F(SlurmNames, ARunWithoutANameAvoidsTheNamesOfJobs)
{
    const RunRequest nameless = requestNamed("", {RunPrecision::Float32});
    EXPECT_EQ(runIn(nameless).message, "sbatch failed");
    const std::string first = *jobs().begin();
    std::filesystem::remove(store());
    EXPECT_EQ(runIn(nameless).message, "sbatch failed");
    EXPECT_EQ(jobs(), (std::set<std::string>{first, first + " 2"}));

    const Error refused = runIn(requestNamed(first, {RunPrecision::Float32}));
    EXPECT_EQ(refused.code, Errc::InvalidInput);
    EXPECT_NE(refused.message.find(first), std::string::npos) << refused.text();
    EXPECT_EQ(jobs().size(), 2U);
}

TEST_F(SlurmNames, SeveralPrecisionsWithoutANameAvoidTheNamesOfJobs)
{
    const RunRequest nameless = requestNamed("", m_both);
    EXPECT_EQ(runIn(nameless).message, "sbatch failed");
    const std::string first = *jobs().begin();
    EXPECT_EQ(runIn(nameless).message, "sbatch failed");
    EXPECT_EQ(jobs().size(), 2U) << "one of each run";

    RunRequest named = nameless;
    named.name = first.substr(0, first.rfind(", "));
    EXPECT_EQ(runIn(named).code, Errc::InvalidInput);
}

TEST_F(RemotePrecisions, OfTwoUnfinishedGroupsNoneIsResumedWithoutItsName)
{
    constexpr std::size_t someResults = 30'000; // bytes; all of them take more
    ASSERT_FALSE(runBoth("old", false, killedAfter(2, someResults)));
    joinEngines();
    startsEngines = false;
    ASSERT_FALSE(runBoth("new", false, node(uncut)));
    startsEngines = true;

    const auto refused = runBoth("", true, node(uncut));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    for (const char *each : {"\"old\"", "\"new\"", "--name NAME --resume"})
        EXPECT_NE(refused.error().text().find(each), std::string::npos) << refused.error().text();

    const auto resumed = runBoth("new", true, node(uncut));
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->run, "new");
    EXPECT_EQ(stored().at("new, bfloat16"), candidates);
    const auto left = runBoth("", true, node(uncut));
    ASSERT_TRUE(left) << left.error().text();
    EXPECT_EQ(left->run, "old");
}

TEST_F(RemotePrecisions, AGroupKilledBeforeItsFirstResultIsResumedWithoutItsName)
{
    startsEngines = false;
    ASSERT_FALSE(runBoth("both", false, node(uncut)));
    EXPECT_TRUE(stored().empty());
    const auto offered = must(unfinishedAnywhere(store(), *asked));
    ASSERT_TRUE(offered);
    EXPECT_EQ(offered->name, "both") << "not the precision whose job is noted";
    EXPECT_EQ(offered->request.name, "both");
    EXPECT_EQ(offered->request.python.precisions.size(), 2U);
    EXPECT_TRUE(offered->request.partOf.run.empty());
    EXPECT_EQ(offered->total, 2 * candidates);
    EXPECT_EQ(offered->left, 2 * candidates);

    startsEngines = true;
    NodeAccess elsewhere = node(uncut);
    elsewhere.place = "test:another";
    EXPECT_EQ(runBoth("", true, elsewhere).error().code, Errc::NotFound);
    const auto resumed = runBoth("", true, node(uncut));
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->run, "both");
    EXPECT_EQ(resumed->evaluated, 2 * candidates);
    EXPECT_EQ(enginesStarted, 2) << "one for each precision";
    EXPECT_EQ(stored(), m_all);
    EXPECT_FALSE(asked->find(store())) << "all of it is home";
}

TEST_F(RemotePrecisions, AGroupKilledInItsSecondPrecisionIsResumedThere)
{
    constexpr std::size_t someResults = 30'000; // bytes; all of them take more
    ASSERT_FALSE(runBoth("both", false, killedAfter(2, someResults)));
    joinEngines();
    EXPECT_EQ(stored().at("both, float32"), candidates);
    const auto offered = must(unfinishedAnywhere(store(), *asked));
    ASSERT_TRUE(offered);
    EXPECT_EQ(offered->name, "both");
    EXPECT_EQ(offered->total, 2 * candidates);
    EXPECT_LE(offered->left, candidates) << "the first precision is finished";
    const auto resumed = runBoth("", true, node(uncut));
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->alreadyDone + resumed->evaluated, 2 * candidates);
    EXPECT_LE(enginesStarted, 2) << "no job is requested twice";
    EXPECT_EQ(stored(), m_all);
}

} // namespace loupe
