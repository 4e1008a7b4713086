// SPDX-License-Identifier: Apache-2.0
//
// Several precisions in one run, on the processor.
#include "core/store/read/storereader.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <signal.h>
#include <unistd.h>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

/// Task and two candidates: the second is right in float32 only.
class SeveralPrecisions : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        write("kb/KernelBench/level1/1_P.py",
              model("Model", "        return x @ self.weight\n")
                  + "def get_inputs():\n    return [torch.randn(32, 64)]\n"
                    "def get_init_inputs():\n    return []\n");
        write(candidate(0), model("ModelNew", "        return torch.mm(x, self.weight)\n"));
        write(candidate(1), model("ModelNew", inBFloat16("return y * 1.05")));
    }

    static std::string model(const std::string &name, const std::string &body)
    {
        return "import time\nimport torch\nimport torch.nn as nn\nclass " + name
            + "(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
              "        self.weight = nn.Parameter(torch.randn(64, 16))\n"
              "    def forward(self, x):\n"
            + body;
    }
    /// Returns the body of a right candidate that does something else in bfloat16.
    static std::string inBFloat16(const std::string &statement)
    {
        return "        y = x @ self.weight\n        if x.dtype == torch.bfloat16:\n            "
            + statement + "\n        return y\n";
    }
    static std::string candidate(int sample)
    {
        return "runs/demo/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel.py";
    }

    std::vector<std::string> command(const std::vector<std::string> &more) const
    {
        std::vector<std::string> out{
            "run",    "--suite",  path("kb"), "--submissions", path("runs/demo"), "--python",
            m_python, "--device", "cpu",      "--store",       path("r.kloupe")};
        out.insert(out.end(), more.begin(), more.end());
        return out;
    }
    test::KloupeResult run(const std::vector<std::string> &more) { return kloupe(command(more)); }

    /// Returns the verdicts of a precision by sample.
    std::map<int, std::string> verdictsIn(const std::string &precision)
    {
        const auto query
            = kloupe({"query", "--store", path("r.kloupe"), "--json", "precision:" + precision});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        std::map<int, std::string> out;
        const Json rows = query.json().at("rows");
        for (const Json &row : rows) {
            const int sample = row.at("sample").get<int>();
            EXPECT_EQ(out.count(sample), 0U) << "judged twice: " << row;
            out[sample] = verdictsOf(row);
        }
        return out;
    }

    /// Writes a cluster of one node. It keeps jobs waiting while the file "held" exists, and
    /// forgets them afterwards.
    void writeSlurm()
    {
        write("bin/sbatch", R"sh(#!/bin/sh
cd "$(dirname "$0")/.."
touch asked
echo $$
test -e held && exit
for script; do :; done
SLURM_ARRAY_TASK_ID=1 setsid bash "$script" > slurm.log 2>&1 < /dev/null &
echo $! > running
)sh");
        write("bin/squeue", R"sh(#!/bin/sh
cd "$(dirname "$0")/.."
for job; do :; done
state=
kill -0 "$(cat running)" && state=RUNNING
test -e held && state=PENDING
case $job$state in
--jobs=*[A-Z]) echo "{\"jobs\": [{\"array_job_id\": ${job#--jobs=}, \"array_task_id\": 1,
                      \"job_state\": \"$state\"}]}" ;;
*) echo '{"jobs": []}' ;;
esac
)sh");
        for (const char *program : {"sbatch", "squeue"})
            std::filesystem::permissions(root() / "bin" / program,
                                         std::filesystem::perms::owner_all);
        const Json site{{"kernelloupe_slurm", 1},
                        {"folder", path("jobs")},
                        {"scratch", ""},
                        {"poll_seconds", 0.2}};
        write("site.json", site.dump());
        setenv("PATH", (path("bin") + ":" + environmentVariable("PATH")).c_str(), 1);
    }

    /// Returns the number of finished evaluations in a run whose name ends like this.
    int finishedIn(const std::string &suffix) const
    {
        const auto runs = readRuns(root() / "r.kloupe");
        if (!runs)
            return 0;
        const auto found = std::ranges::find_if(
            *runs, [&](const RunSummary &each) { return each.run.name.ends_with(suffix); });
        return found == runs->end() ? 0 : found->finished();
    }

    const std::map<int, std::string> m_inFloat32{{0, "correct correct"}, {1, "correct correct"}};
    const std::map<int, std::string> m_inBFloat16{{0, "correct correct"},
                                                  {1, "wrong_value wrong_value"}};
};

} // namespace

TEST_F(SeveralPrecisions, EachCandidateIsJudgedInEach)
{
    const auto both = run({"--precision", "float32,bfloat16", "--no-timing", "--json"});
    ASSERT_EQ(both.exitCode, 0) << both.err;
    const Json document = both.json();
    EXPECT_EQ(document.at("evaluations"), 4);
    EXPECT_EQ(document.at("tasks"), 1);
    EXPECT_EQ(document.at("correct"), 3);
    EXPECT_EQ(document.at("failed"), 1);
    EXPECT_EQ(document.at("precisions"), Json::parse(R"(["float32", "bfloat16"])"));
    EXPECT_TRUE(document.at("load").is_null()) << "the last run's is not that of all";
    ASSERT_EQ(document.at("runs").size(), 2U);
    for (const Json &part : document.at("runs"))
        EXPECT_TRUE(part.at("load").at("bound_so_far").is_string()) << part;
    EXPECT_EQ(document.at("runs")[0].at("correct"), 2);
    EXPECT_EQ(document.at("runs")[1].at("correct"), 1);
    EXPECT_EQ(verdictsIn("fp32"), m_inFloat32);
    EXPECT_EQ(verdictsIn("bf16"), m_inBFloat16);

    const auto wrong = kloupe({"query", "--store", path("r.kloupe"), "--json", "status:wrong"});
    const auto id = wrong.json().at("rows").at(0).at("id").get<int>();
    const auto again = kloupe(
        {"rerun", std::to_string(id), "--store", path("r.kloupe"), "--accept-settings", "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(again.json().at("compared").at(0).at("same_verdict"), true)
        << "it is repeated in its own precision: " << again.out;
}

TEST_F(SeveralPrecisions, FiguresNeverPoolThem)
{
    ASSERT_EQ(run({"--precision", "bfloat16,float32", "--no-timing"}).exitCode, 0);
    const auto overview = kloupe({"overview", path("r.kloupe")});
    ASSERT_EQ(overview.exitCode, 0) << overview.err;
    EXPECT_NE(overview.out.find("Conditions: precision: bf16 (1 of 2)"), std::string::npos)
        << "it says which one counts: " << overview.out;
    const Json said = kloupe({"overview", path("r.kloupe"), "--json"}).json().at("population");
    EXPECT_EQ(said.at("conditions").at("precision").at("state"), "largest") << said;
    for (const std::string precision : {"bf16", "fp32"}) {
        const auto one = kloupe({"overview", path("r.kloupe"), "--precision", precision, "--json"});
        ASSERT_EQ(one.exitCode, 0) << one.err;
        const Json document = one.json();
        const Json &population = document.at("population");
        EXPECT_EQ(population.at("observations"), 2) << precision << ": " << population;
        EXPECT_EQ(population.at("cells"), 1) << precision << ": " << population;
        const Json &rows = document.at("scoreboard").at("rows");
        ASSERT_EQ(rows.size(), 1U) << rows;
        EXPECT_EQ(rows[0].at("tasks"), 1) << rows;
        EXPECT_TRUE(precision == "bf16" || document.at("failures").empty())
            << "those are of bf16: " << document;
    }
    const auto metrics = kloupe({"metrics", path("r.kloupe"), "--json"});
    ASSERT_EQ(metrics.exitCode, 0) << metrics.err;
    const Json blocks = metrics.json().at("blocks");
    ASSERT_EQ(blocks.size(), 2U) << "a block for each: " << blocks;
    for (const Json &block : blocks)
        EXPECT_EQ(block.at("population").at("observations"), 2) << block;
    const auto chosen = kloupe({"metrics", path("r.kloupe"), "--precision", "fp32", "--json"});
    EXPECT_EQ(chosen.json().at("population").at("observations"), 2) << chosen.out;
}

TEST_F(SeveralPrecisions, EachHasTimesOfItsOwn)
{
    // Compiling for a processor takes minutes, and what is compiled does not matter here.
    write("kb/KernelBench/level1/1_P.py",
          model("Model", "        return x @ self.weight\n")
              + "torch.compile = lambda model, *args, **kwargs: model\n"
                "def get_inputs():\n    return [torch.randn(32, 64)]\n"
                "def get_init_inputs():\n    return []\n");
    const std::vector<std::string> timed{"--precision",   "float32,bfloat16",     "--baseline",
                                         "eager,compile", "--max-timing-seconds", "0.2",
                                         "--json"};
    const auto first = run(timed);
    ASSERT_EQ(first.exitCode, 0) << first.err;
    const Json runs = first.json().at("runs");
    for (const Json &part : runs) {
        EXPECT_EQ(part.at("further_baselines").at(0).at("timed"), 1)
            << "no time of the other precision is taken: " << part;
    }
    for (const char *precision : {"fp32", "bf16"}) {
        const auto timedIn = kloupe({"query", "--store", path("r.kloupe"), "--json",
                                     std::string("sample:0 precision:") + precision});
        ASSERT_EQ(timedIn.exitCode, 0) << timedIn.err;
        EXPECT_TRUE(timedIn.json().at("rows").at(0).at("speedup").is_number()) << timedIn.out;
    }
    const auto split = kloupe({"metrics", path("r.kloupe"), "--by", "precision", "--json"});
    const Json compared = split.json().at("baselines");
    ASSERT_EQ(compared.size(), 2U) << "no comparison of baselines over both: " << compared;
    for (const Json &each : compared)
        EXPECT_LE(each.at("correct"), 1) << each;
    const auto later = run(timed);
    EXPECT_NE(later.err.find("1 of 1 tasks timed before, kept"), std::string::npos) << later.err;
}

TEST_F(SeveralPrecisions, ResumeJudgesOnlyWhatIsMissing)
{
    write(candidate(1), model("ModelNew", inBFloat16("time.sleep(10_000)")));
    std::vector<std::string> arguments{"--precision", "float32,bfloat16", "--no-timing", "--jobs",
                                       "1",           "--call-seconds",   "600",         "--json"};
    const pid_t process = test::startKloupe(command(arguments), root());
    constexpr int maxPolls = 3000;
    for (int poll = 0; poll < maxPolls && finishedIn(", bfloat16") < 1; ++poll)
        usleep(100'000);
    EXPECT_EQ(finishedIn(", bfloat16"), 1) << "it came to the candidate that sleeps";
    kill(process, SIGINT);
    const auto stopped = test::finishKloupe(process, root());
    EXPECT_EQ(stopped.exitCode, 5) << stopped.err;
    EXPECT_EQ(finishedIn(", float32"), 2);
    EXPECT_EQ(finishedIn(", bfloat16"), 1);

    write(candidate(1), model("ModelNew", inBFloat16("return y * 1.05")));
    arguments.emplace_back("--resume");
    const auto resumed = run(arguments);
    ASSERT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(resumed.json().at("evaluated"), 1) << resumed.out;
    EXPECT_EQ(resumed.json().at("already_done"), 3) << resumed.out;
    EXPECT_EQ(verdictsIn("fp32"), m_inFloat32);
    EXPECT_EQ(verdictsIn("bf16"), m_inBFloat16);
}

TEST_F(SeveralPrecisions, ASlurmJobKilledBeforeItsFirstResultIsResumed)
{
    writeSlurm();
    const std::vector<std::string> arguments{"--precision", "float32,bfloat16",
                                             "--on",        "slurm:" + path("site.json"),
                                             "--no-timing", "--json"};
    std::vector<std::string> named = arguments;
    named.insert(named.end(), {"--name", "mine"});
    write("held", "");
    const pid_t process = test::startKloupe(command(named), root());
    constexpr int maxPolls = 3000;
    for (int poll = 0; poll < maxPolls && !std::filesystem::exists(root() / "asked"); ++poll)
        usleep(100'000);
    kill(process, SIGKILL);
    test::finishKloupe(process, root());
    std::filesystem::remove(root() / "held");

    const auto second = run(named);
    EXPECT_NE(second.exitCode, 0) << "its results would be runs of the same names, with (2)";
    EXPECT_NE(second.err.find("was submitted for this store already"), std::string::npos)
        << second.err;
    std::vector<std::string> again = arguments;
    again.emplace_back("--resume");
    const auto resumed = run(again);
    ASSERT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(resumed.json().at("evaluated"), 4) << resumed.out;
    EXPECT_EQ(verdictsIn("fp32"), m_inFloat32);
    EXPECT_EQ(verdictsIn("bf16"), m_inBFloat16);
    EXPECT_EQ(finishedIn(", float32"), 2) << "no run has a number behind its name";
    EXPECT_EQ(finishedIn(", bfloat16"), 2);
}

TEST_F(SeveralPrecisions, AConfigurationMayNameThem)
{
    write("runs/demo/generation_config.yaml", "level: 1\nprecision: [fp32, bf16]\n");
    const auto dry = run({"--dry-run", "--json"});
    EXPECT_EQ(dry.json().at("evaluations"), 4) << dry.out << dry.err;
    EXPECT_EQ(dry.json().at("precisions").size(), 2U);
    const auto one = run({"--dry-run", "--json", "--precision", "bfloat16"});
    EXPECT_EQ(one.json().at("evaluations"), 2);
    EXPECT_FALSE(one.json().contains("precisions")) << "a single one is as before";
}

TEST_F(SeveralPrecisions, BadInputIsRefusedInOneSentence)
{
    const auto refused = [&](const test::KloupeResult &call, const std::string &sentence) {
        EXPECT_NE(call.exitCode, 0) << call.out;
        EXPECT_NE(call.err.find(sentence), std::string::npos) << call.err;
        EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
    };
    refused(run({"--precision", "float32,float8"}), "no precision is named \"float8\"");
    refused(run({"--precision", "float32,float32"}), "the precision float32 comes twice");
    refused(run({"--precision", ""}), "name a precision, or auto");
    refused(run({"--precision", "auto,float32"}), "auto stands alone");
    refused(kloupe({"run", "--suite", LOUPE_SOURCE_DIR "/tasks", "--candidates",
                    LOUPE_SOURCE_DIR "/tasks/demo", "--precision", "float16,float32", "--store",
                    path("r.kloupe")}),
            "name their own types");
    refused(run({"--precision", "float32,bfloat16", "--resume"}), "there is no such file");
    for (const char *asking : {"generate", "agent"})
        refused(kloupe({asking, path("r.kloupe"), "--precision", "float32,bfloat16"}),
                "this command judges in one precision");
}

} // namespace loupe
