// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/sanitizerreport.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <map>
#include <optional>

#include <signal.h>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

using RunTest = test::KloupeTest;

namespace {
std::map<std::string, std::string> verdictsByTask(const Json &query)
{
    std::map<std::string, std::string> out;
    for (const Json &row : query.at("rows"))
        out[row.at("task").get<std::string>()] = row.at("verdict").get<std::string>();
    return out;
}

/// Run that is stopped during a hanging call.
class StoppedRun : public RunTest
{
protected:
    void SetUp() override
    {
        RunTest::SetUp();
        command = {"run",
                   "--suite",
                   path("suite"),
                   "--candidates",
                   path("m"),
                   "--store",
                   path("r.kloupe"),
                   "--no-timing",
                   "--call-seconds",
                   "3600", // only the signal ends the hanging one
                   "--jobs",
                   "1"};
    }
    /// Stops the run by a signal. Expects this exit code, and its last activity in the file next to
    /// the store.
    void stopBy(int signal, int exitCode)
    {
        writeSuite(2);
        writeCandidate("m/Math/double_0.cpp", honestBody());
        writeCandidate("m/Math/double_1.cpp", "for (volatile int i = 0;;) i = i + 1;");
        const pid_t process = test::startKloupe(command, root());
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(300);
        // Waits until the first item is recorded and the second, which hangs, is being verified.
        const auto isMet = [](const std::string &text) {
            return text.find("\"verify\"") != std::string::npos
                && text.find("double_0") == std::string::npos;
        };
        while (!isMet(unfinished())) {
            ASSERT_LT(std::chrono::steady_clock::now(), deadline) << unfinished();
            usleep(20'000);
        }
        kill(process, signal);
        const auto stopped = test::finishKloupe(process, root());
        EXPECT_EQ(stopped.exitCode, exitCode) << stopped.out << stopped.err;
        EXPECT_NE(unfinished().find("\"build\""), std::string::npos) << "all stages are there";
        EXPECT_EQ(unfinished().find("double_0"), std::string::npos) << "that one has ended";
    }
    /// Resumes the run. Expects a report of the interrupted evaluation, and that its file is
    /// removed.
    void resume()
    {
        command[command.size() - 3] = "1";
        command.push_back("--resume");
        command.push_back("--json");
        const auto resumed = kloupe(command);
        ASSERT_EQ(resumed.exitCode, 0) << resumed.err;
        EXPECT_EQ(resumed.json().at("already_done"), 1);
        EXPECT_EQ(resumed.json().at("evaluated"), 1);
        EXPECT_NE(resumed.err.find("an evaluation was under way"), std::string::npos)
            << resumed.err;
        EXPECT_FALSE(std::filesystem::exists(unfinishedFile()));
    }
    std::filesystem::path unfinishedFile() const { return path("r.kloupe.unfinished.jsonl"); }
    std::string unfinished() const
    {
        const auto text = readFile(unfinishedFile());
        return text ? *text : std::string();
    }

    std::vector<std::string> command;
};

} // namespace

TEST_F(RunTest, ProfilesAndSanitizesOnlyWhatRanOnAGpu)
{
    writeSuite(1);
    writeCandidate("m/Math/double_0.cpp", honestBody());
    ASSERT_EQ(kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                      path("r.kloupe"), "--no-timing"})
                  .exitCode,
              0);
    const auto profile = kloupe({"profile", "1", "--store", path("r.kloupe")});
    EXPECT_NE(profile.err.find("hardware counters are taken on an NVIDIA GPU"), std::string::npos)
        << profile.err;
    EXPECT_NE(profile.exitCode, 0);
    const auto sanitized
        = kloupe({"profile", "1", "--store", path("r.kloupe"), "--sanitize", "racecheck"});
    EXPECT_NE(sanitized.err.find("compute-sanitizer watches kernels on an NVIDIA GPU"),
              std::string::npos)
        << sanitized.err;
    EXPECT_EQ(kloupe({"profile", "1", "--store", path("r.kloupe"), "--sanitize", "all"}).exitCode,
              2);
}

TEST_F(RunTest, ShowsWhatComputeSanitizerFoundWithItsLine)
{
    writeSuite(1);
    writeCandidate("m/Math/double_0.cpp", honestBody());
    ASSERT_EQ(kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                      path("r.kloupe"), "--no-timing"})
                  .exitCode,
              0);
    CounterProfile profile;
    profile.source = sanitizerSource;
    profile.tool = "memcheck";
    profile.takenAt = "2026-11-30T00:00:00Z";
    profile.note = "1 finding; verdict under it: runtime error";
    // As in NVIDIA's manual of compute-sanitizer, "Understanding Memcheck Errors".
    profile.original = "========= COMPUTE-SANITIZER\n"
                       "========= Invalid __global__ write of size 4 bytes\n"
                       "=========     at unaligned_kernel()+0x160 in double_0.cpp:6\n"
                       "=========     by thread (0,0,0) in block (0,0,0)\n"
                       "=========     Address 0x7f6510c00001 is misaligned\n"
                       "========= ERROR SUMMARY: 1 error\n";
    {
        const auto writer = StoreWriter::open(root() / "r.kloupe");
        ASSERT_TRUE(writer) << writer.error().text();
        ASSERT_TRUE((*writer)->recordCounters(RowId{1}, profile));
    }
    const auto text = kloupe({"show", path("r.kloupe"), "1"});
    ASSERT_EQ(text.exitCode, 0) << text.err;
    EXPECT_NE(text.out.find("\ndouble_0.cpp:6 memcheck: Invalid __global__ write of size 4 bytes"),
              std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find(profile.note), std::string::npos);
    const Json document = kloupe({"show", path("r.kloupe"), "1", "--json"}).json();
    const Json &finding = document.at("sanitizer_findings").at(0);
    EXPECT_EQ(finding.at("line"), 6);
    EXPECT_EQ(finding.at("severity"), "error");
    EXPECT_EQ(document.at("profiles").back().at("report"), profile.original);
}

TEST_F(RunTest, JudgesHonestAndBrokenCandidates)
{
    writeSuite(7);
    const std::string io
        = "const float *x = input<float>(call, 0); float *y = output<float>(call, 0);\n"
          "const int64_t n = numel(call->inputs[0]);\n";
    writeCandidate("m/Math/double_0.cpp", honestBody());
    writeCandidate("m/Math/double_1.cpp",
                   io + "for (int64_t i = 0; i < n; ++i) y[i] = x[i]; return 0;");
    writeCandidate("m/Math/double_2.cpp", "return undeclared;");
    writeCandidate("m/Math/double_3.cpp", "abort();");
    writeCandidate("m/Math/double_4.cpp", "for (volatile int i = 0;;) i = i + 1;");
    writeCandidate("m/Math/double_5.cpp",
                   io + "for (int64_t i = 0; i < n / 16 * 16; ++i) y[i] = 2 * x[i]; return 0;");
    writeCandidate("m/Math/double_6.cpp", "return 7;");
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                             path("r.kloupe"), "--call-seconds", "5", "--max-timing-seconds",
                             "0.05", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.json().at("evaluated"), 7);
    EXPECT_EQ(run.json().at("correct"), 1);
    EXPECT_EQ(run.json().at("failed"), 6);
    const Json load = run.json().at("load");
    EXPECT_NE(load.at("bound_so_far"), "nothing");
    for (const char *share : {"building", "device", "timing"})
        EXPECT_GT(load.at("all").at(share), 0) << share;
    EXPECT_EQ(load.at("now").at("device"), 0) << "it has ended";

    const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(query.exitCode, 0) << query.err;
    const auto verdicts = verdictsByTask(query.json());
    EXPECT_EQ(verdicts.at("Math/double_0"), "correct");
    EXPECT_EQ(verdicts.at("Math/double_1"), "wrong_value");
    EXPECT_EQ(verdicts.at("Math/double_2"), "compile_error");
    EXPECT_EQ(verdicts.at("Math/double_3"), "crashed");
    EXPECT_EQ(verdicts.at("Math/double_4"), "run_timeout");
    EXPECT_EQ(verdicts.at("Math/double_5"), "unwritten");
    EXPECT_EQ(verdicts.at("Math/double_6"), "returned_error");

    const auto timed = kloupe({"query", "speedup>0", "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(timed.json().at("found"), 1) << "only the correct one is timed";
    const auto others = kloupe({"query", "-status:correct", "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(others.json().at("found"), 6) << "a filter may begin with a minus";
    EXPECT_EQ(kloupe({"check", path("r.kloupe")}).exitCode, 0);
}

TEST_F(RunTest, StoresTheRequestedInterval)
{
    writeSuite(1);
    writeCandidate("m/Math/double_0.cpp", honestBody());
    const auto withInterval = [&](const std::string &share) {
        return kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                       path("r.kloupe"), "--timing-interval", share, "--max-timing-seconds", "0.05",
                       "--no-controls"});
    };
    EXPECT_EQ(withInterval("0").exitCode, 2);
    EXPECT_EQ(withInterval("2").exitCode, 2);
    const auto run = withInterval("0.25");
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_NE(run.out.find("\nlimited by "), std::string::npos) << run.out;
    const auto settings = kloupe(
        {"sql", path("r.kloupe"),
         "SELECT json_extract(profile_json, '$.timing.relative_interval') FROM run", "--json"});
    EXPECT_NE(settings.out.find("0.25"), std::string::npos) << settings.out << settings.err;
}

TEST_F(RunTest, RetriesKilledCandidatesOnce)
{
    writeSuite(2);
    write("m/Math/double_0.cpp",
          "#include \"loupe_kernel.h\"\n#include <csignal>\n"
          "extern \"C\" int32_t loupe_kernel(const LoupeCall *) { return raise(SIGKILL); }\n");
    writeCandidate("m/Math/double_1.cpp", "abort();");
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                             path("r.kloupe"), "--no-timing", "--no-controls"});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const std::string said = run.out + run.err;
    const auto first = said.find("its process was killed; trying again");
    ASSERT_NE(first, std::string::npos) << said;
    EXPECT_EQ(said.find("trying again", first + 40), std::string::npos) << said;
    const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
    const auto verdicts = verdictsByTask(query.json());
    EXPECT_EQ(verdicts.at("Math/double_0"), "crashed") << "and was judged in the end";
    EXPECT_EQ(verdicts.at("Math/double_1"), "crashed");
}

TEST_F(RunTest, DryRunStoresNothing)
{
    writeSuite(2);
    writeCandidate("m/Math/double_0.cpp", honestBody());
    writeCandidate("m/Math/other.cpp", honestBody());
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                             path("r.kloupe"), "--dry-run", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.json().at("evaluations"), 1);
    EXPECT_EQ(run.json().at("skipped").size(), 1u);
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
}

TEST_F(RunTest, SelectsTasksAndRefusesToRepeatAName)
{
    writeSuite(3);
    for (int i = 0; i < 3; ++i)
        writeCandidate("m/Math/double_" + std::to_string(i) + ".cpp", honestBody());
    const std::vector<std::string> command{"run",      "--suite", path("suite"),    "--candidates",
                                           path("m"),  "--store", path("r.kloupe"), "--tasks",
                                           "double_1", "--name",  "first",          "--no-timing",
                                           "--json"};
    const auto run = kloupe(command);
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.json().at("evaluated"), 1);
    EXPECT_EQ(kloupe(command).exitCode, 3) << "the name is taken";
}

TEST_F(StoppedRun, ResumeFinishesAfterAnInterrupt)
{
    stopBy(SIGINT, 5);
    resume();
}

TEST_F(StoppedRun, ResumeFinishesAfterAKill)
{
    stopBy(SIGKILL, 128 + SIGKILL);
    resume();
}

TEST_F(RunTest, RoundsOfATrajectoryAreKept)
{
    writeSuite(1);
    writeCandidate("m/Math/double_0/round_0.cpp", "return 1;");
    writeCandidate("m/Math/double_0/round_1.cpp", honestBody());
    ASSERT_EQ(kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                      path("r.kloupe"), "--no-timing"})
                  .exitCode,
              0);
    const auto last = kloupe({"query", "round=last", "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(last.exitCode, 0) << last.err;
    ASSERT_EQ(last.json().at("found"), 1);
    EXPECT_EQ(last.json().at("rows")[0].at("verdict"), "correct");
    EXPECT_EQ(kloupe({"metrics", "--by", "round", "--store", path("r.kloupe"), "--json"}).exitCode,
              0);
}

TEST_F(RunTest, ChecksTasksOnceAndExcludesUnsoundOnes)
{
    writeSuite(1);
    Json task = doubleTask();
    task["name"] = "nothing";
    task["attributes"][0]["value"] = 0; // zeros are correct, so the task cannot detect errors
    writeTask(task, "suite/Math/nothing");
    writeCandidate("m/Math/double_0.cpp", honestBody());
    writeCandidate("m/Math/nothing.cpp", honestBody());
    std::vector<std::string> command{"run",     "--suite",    path("suite"),    "--candidates",
                                     path("m"), "--store",    path("r.kloupe"), "--name",
                                     "first",   "--no-timing"};
    const auto run = kloupe(command);
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_NE(run.out.find("Math/nothing is unsound: a candidate that writes zeros passes"),
              std::string::npos)
        << run.err;
    const auto reader = StoreReader::open(root() / "r.kloupe");
    ASSERT_TRUE(reader);
    const auto tasks = (*reader)->tasks("native");
    ASSERT_TRUE(tasks);
    std::map<std::string, std::optional<bool>> sound;
    for (const Task &each : *tasks)
        sound[each.name] = each.sound;
    EXPECT_EQ(sound["Math/double_0"], true);
    EXPECT_EQ(sound["Math/nothing"], false);
    command.emplace_back("--resume");
    const auto again = kloupe(command);
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(again.out.find("controls:"), std::string::npos) << "proved before: " << again.out;
}

TEST_F(RunTest, ControlsFindAnUnsoundTask)
{
    writeSuite(1);
    EXPECT_EQ(kloupe({"suites", "check", path("suite"), "--json"}).exitCode, 0);
    // The reference returns zero for every input, so a candidate that writes zeros passes.
    Json task = doubleTask();
    task["name"] = "nothing";
    task["attributes"][0]["value"] = 0;
    writeTask(task, "suite/Math/nothing");
    const auto check = kloupe({"suites", "check", path("suite"), "--json"});
    EXPECT_EQ(check.exitCode, 3);
    EXPECT_EQ(check.json().at("unsound"), 1);
    EXPECT_NE(check.out.find("writes zeros passes"), std::string::npos) << check.out;
}

} // namespace loupe
