// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/storewriter.h"

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

/// Store with a baseline, an equal run, and a run that breaks a task.
class CompareCommandTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        auto writer = StoreWriter::open(root() / "r.kloupe");
        ASSERT_TRUE(writer);
        const auto methodId = (*writer)->addMethod({"author", "model", "", false});
        ASSERT_TRUE(methodId);
        int number = 0;
        for (const char *name : {"base", "same", "worse", "changed"}) {
            loupe::Run run; // gtest has its own Run
            run.uuid = "0123456789abcdef0123456789abcde" + std::to_string(number++);
            run.name = name;
            run.suite = "suite";
            run.precision = number == 1 ? "fp32" : "bf16";
            const auto runId = (*writer)->beginRun(run);
            ASSERT_TRUE(runId);
            for (int i = 0; i < 6; ++i) {
                Task task;
                task.suite = "suite";
                task.name = "Math/t" + std::to_string(i);
                task.category = i % 2 == 0 ? "Math" : "Fusion";
                task.hash = run.name == "changed" ? "other" : "hash";
                const auto taskId = (*writer)->addTask(task);
                ASSERT_TRUE(taskId);
                Evaluation evaluation;
                evaluation.candidate.task = task.name;
                evaluation.candidate.method = "author";
                const bool breaks = i == 0 && run.name == "worse";
                evaluation.verdict = i == 5 || breaks ? Verdict::WrongValue : Verdict::Correct;
                if (evaluation.verdict == Verdict::Correct)
                    evaluation.speedup = 1.0 + i;
                if (i == 1 && run.name != "changed")
                    keepRawTimes(evaluation);
                ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
            }
            ASSERT_TRUE((*writer)->setRunState(*runId, "finished", "2026-11-21T10:00:00Z"));
        }
    }

    /// Sets raw times: 2 ms in four blocks of two cases, the second without the candidate. Sets 2
    /// GB on a device with 2 TB/s.
    static void keepRawTimes(Evaluation &evaluation)
    {
        const std::vector<int> calls(4, 10);
        evaluation.candidateMs = 2;
        evaluation.baselineMs = 4;
        evaluation.timings = {{"baseline", "engine_wall", "case", {4, 4, 4, 4}, calls, 0},
                              {"candidate", "engine_wall", "case", {2, 2, 2, 2}, calls, 0},
                              {"baseline", "engine_wall", "dropped", {4, 4, 4, 4}, calls, 0}};
        WorkRecord work;
        work.caseName = "case";
        work.bytes = 2e9;
        work.bandwidth = 2e12;
        evaluation.work = work;
    }

    test::KloupeResult compare(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "compare");
        arguments.insert(arguments.end(),
                         {"--baseline", "base", "--store", path("r.kloupe"), "--json"});
        return kloupe(arguments);
    }
};

} // namespace

TEST_F(CompareCommandTest, ExitsWithSixIfARunIsWorse)
{
    const auto same = compare({"same"});
    EXPECT_EQ(same.exitCode, 0) << same.err;
    const auto worse = compare({"same", "worse"});
    EXPECT_EQ(worse.exitCode, 6) << worse.err;
    const Json document = worse.json();
    ASSERT_EQ(document["comparisons"].size(), 2U);
    EXPECT_EQ(document["comparisons"][0]["regressions"].size(), 0U);
    EXPECT_EQ(document["comparisons"][1]["counts"]["broken"], 1);
    EXPECT_EQ(document["comparisons"][1]["counts"]["both_correct"], 4);
    EXPECT_EQ(document["comparisons"][1]["verdict"], "unclear");
    EXPECT_EQ(document["comparisons"][0]["attempt_tests"], 2) << "one of each run";
    EXPECT_EQ(document["comparisons"][0]["attempts"][1]["task"], "Math/t1");
    EXPECT_EQ(document["comparisons"][0]["attempts"][1]["p_benjamini_hochberg"], 1.0);
    EXPECT_TRUE(document["comparisons"][0]["attempts"][2]["p"].is_null());
    EXPECT_EQ(document["comparisons"][0]["run_tests"], 3) << "nothing changed in the first run";
    EXPECT_EQ(document["comparisons"][1]["fixed_broken_p_holm"], 1.0);
    ASSERT_EQ(document["configuration"].size(), 1U);
    EXPECT_EQ(document["configuration"][0]["setting"], "precision");
}

TEST_F(CompareCommandTest, RefusesChangedTasksAndUnknownRuns)
{
    const auto changed = compare({"changed"});
    EXPECT_EQ(changed.exitCode, 3);
    EXPECT_NE(changed.err.find("--allow-changed-tasks"), std::string::npos) << changed.err;
    EXPECT_EQ(compare({"changed", "--allow-changed-tasks"}).exitCode, 0);
    EXPECT_EQ(compare({"nobody"}).exitCode, 3);
    EXPECT_EQ(compare({"same", "--repeat", "same"}).exitCode, 3) << "too few to measure noise";
}

TEST_F(CompareCommandTest, MetricsAndStatsPrintTheirFigures)
{
    const auto metrics
        = kloupe({"metrics", "run:base", "--store", path("r.kloupe"), "--by", "all", "--fast-p",
                  "1", "--pass-at", "1", "--suite-tasks", "12", "--interval", "bca", "--json"});
    ASSERT_EQ(metrics.exitCode, 0) << metrics.err;
    const Json document = metrics.json();
    EXPECT_EQ(document["figures"][0]["figure"], "fast_1 (>)");
    EXPECT_DOUBLE_EQ(document["figures"][0]["value"].get<double>(), 4.0 / 6);
    EXPECT_TRUE(document["figures"][0]["interval"].is_object());
    EXPECT_FALSE(document["intervals"].empty());
    const auto byRound
        = kloupe({"metrics", "--store", path("r.kloupe"), "--by", "round", "--pass-at", "1"});
    EXPECT_EQ(byRound.exitCode, 3);
    EXPECT_EQ(byRound.out, "") << "refused before anything is printed";
    const auto stats = kloupe(
        {"stats", "--store", path("r.kloupe"), "--second", "run", "--pool", "precision", "--json"});
    ASSERT_EQ(stats.exitCode, 0) << stats.err;
    EXPECT_EQ(stats.json()["outcomes"], 24);
    EXPECT_EQ(stats.json()["models"].size(), 5U);
    for (const char *what : {"rounds", "devices"})
        EXPECT_EQ(kloupe({"stats", "--store", path("r.kloupe"), "--show", what}).exitCode, 0);
}

TEST_F(CompareCommandTest, PrintsAveragesAndKeptShares)
{
    const std::vector<std::string> common{"metrics", "run:base",  "--store", path("r.kloupe"),
                                          "--by",    "precision", "--json"};
    const auto metrics = [&](std::vector<std::string> more) {
        more.insert(more.begin(), common.begin(), common.end());
        return kloupe(more);
    };
    const auto found = metrics({"--averages", "--utilisation", "--equal-work"});
    ASSERT_EQ(found.exitCode, 0) << found.err;
    const Json document = found.json();
    EXPECT_EQ(document["averages"][3]["group"], "fp32");
    EXPECT_EQ(document["averages"][3]["figure"], "median");
    EXPECT_EQ(document["averages"][3]["value"], 3.0);
    EXPECT_EQ(document["averages"][3]["used"], 5);
    EXPECT_EQ(document["utilisation"][0]["figure"], "IOU");
    EXPECT_DOUBLE_EQ(document["utilisation"][0]["value"].get<double>(), 0.5);
    EXPECT_EQ(document["utilisation"][0]["used"], 1);
    EXPECT_EQ(document["utilisation"][0]["of"], 5);
    EXPECT_DOUBLE_EQ(document["equal_work"][0]["value"].get<double>(), 2.0);
    EXPECT_DOUBLE_EQ(document["equal_work"][1]["value"].get<double>(), 4.0);
    for (const char *option : {"--utilisation", "--equal-work"}) {
        const auto refused
            = kloupe({"metrics", "run:changed", "--store", path("r.kloupe"), option});
        EXPECT_EQ(refused.exitCode, 3) << option;
        EXPECT_NE(refused.err.find("none of 5 correct evaluations has"), std::string::npos)
            << refused.err;
    }
}

} // namespace loupe
