// SPDX-License-Identifier: Apache-2.0
//
// Tests that the content of a file can neither disable the sandbox nor run a program outside of it.
#include "core/base/files.h"

#include <csignal>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class BoundaryTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        if (IsSkipped())
            return;
        writeSuite(1);
        writeCandidate("m/Math/double_0.cpp", honestBody());
    }
    std::string store() { return path("r.kloupe"); }
    test::KloupeResult run(std::vector<std::string> more)
    {
        std::vector<std::string> words{"run",     "--suite", path("suite"),
                                       "--store", store(),   "--no-timing"};
        words.insert(words.end(), more.begin(), more.end());
        return kloupe(words);
    }
    test::KloupeResult runUnconfined()
    {
        return run({"--candidates", path("m"), "--no-sandbox", "--no-sandbox-as-root"});
    }
    /// Returns the sandboxes of the runs, in their order.
    std::vector<std::string> sandboxes(const std::string &file)
    {
        std::vector<std::string> out;
        const auto answer = kloupe({"sql", file, "SELECT sandbox FROM run ORDER BY id", "--json"});
        const Json document = answer.json();
        for (const Json &row : document.at("rows"))
            out.push_back(row.at(0).get<std::string>());
        return out;
    }
    static bool says(const std::string &text, const std::string &words)
    {
        return text.find(words) != std::string::npos;
    }
};

using Modes = std::vector<std::string>;

} // namespace

TEST_F(BoundaryTest, LeavingTheSandboxWarnsAndRootNeedsASecondOption)
{
    const auto unconfined = runUnconfined();
    ASSERT_EQ(unconfined.exitCode, 0) << unconfined.err;
    EXPECT_TRUE(says(unconfined.out, "CANDIDATES RUN OUTSIDE THE SANDBOX")) << unconfined.out;
    EXPECT_TRUE(says(unconfined.out, "CANDIDATES RAN OUTSIDE THE SANDBOX")) << unconfined.out;
    EXPECT_EQ(sandboxes(store()), Modes({"none"}));
    EXPECT_EQ(run({"--candidates", path("m"), "--no-sandbox-as-root"}).exitCode, 2);
    if (geteuid() == 0) {
        const auto once = run({"--candidates", path("m"), "--no-sandbox"});
        EXPECT_EQ(once.exitCode, 3);
        EXPECT_TRUE(says(once.err, "--no-sandbox-as-root")) << once.err;
        EXPECT_EQ(sandboxes(store()), Modes({"none"})) << "nothing ran";
    }
}

TEST_F(BoundaryTest, RerunStaysInTheSandbox)
{
    ASSERT_EQ(runUnconfined().exitCode, 0);
    const auto again = kloupe({"rerun", "1", "--store", store()});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_TRUE(says(again.out, "says to leave the sandbox. This is ignored")) << again.out;
    EXPECT_FALSE(says(again.out, "OUTSIDE THE SANDBOX")) << again.out;
    EXPECT_EQ(sandboxes(store()), Modes({"none", "bubblewrap"}));
    ASSERT_EQ(
        kloupe({"rerun", "1", "--store", store(), "--no-sandbox", "--no-sandbox-as-root"}).exitCode,
        0);
    EXPECT_EQ(sandboxes(store()), Modes({"none", "bubblewrap", "none"})) << "it was typed";
}

TEST_F(BoundaryTest, ABundleStaysInTheSandbox)
{
    ASSERT_EQ(runUnconfined().exitCode, 0);
    ASSERT_EQ(kloupe({"bundle", "1", "--store", store(), "-o", path("b")}).exitCode, 0);
    const std::string command = "cd " + path("b") + " && KLOUPE_CACHE=" + path("cache")
        + " KLOUPE=" LOUPE_BIN_DIR "/kloupe ./run.sh >out.txt 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << readFile(path("b/out.txt")).value();
    const std::string said = readFile(path("b/out.txt")).value();
    EXPECT_TRUE(says(said, "This is ignored")) << said;
    EXPECT_FALSE(says(said, "OUTSIDE THE SANDBOX")) << said;
}

TEST_F(BoundaryTest, APresetStaysInTheSandbox)
{
    const Json preset{{"kernelloupe_preset", 1},
                      {"suite", path("suite")},
                      {"candidates", {path("m")}},
                      {"sandbox", "none"},
                      {"timing", {{"enabled", false}}}};
    write("p.json", preset.dump());
    const auto ran = kloupe({"run", path("p.json"), "--store", store()});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(says(ran.out, "p.json says to leave the sandbox. This is ignored")) << ran.out;
    EXPECT_EQ(sandboxes(store()), Modes({"bubblewrap"}));
    ASSERT_EQ(kloupe({"run", path("p.json"), "--store", path("s.kloupe"), "--no-sandbox",
                      "--no-sandbox-as-root"})
                  .exitCode,
              0);
    EXPECT_EQ(sandboxes(path("s.kloupe")), Modes({"none"})) << "it was typed";
    EXPECT_EQ(
        run({"--candidates", path("m"), "--no-sandbox", "--save-preset", "unconfined"}).exitCode,
        3);
}

TEST_F(BoundaryTest, InterpreterOfAPresetNeedsAcceptance)
{
    write("python", "#!/bin/sh\ntouch " + path("ran") + "\n");
    std::filesystem::permissions(path("python"), std::filesystem::perms::owner_all);
    const Json preset{{"kernelloupe_preset", 1},
                      {"suite", path("suite")},
                      {"candidates", {path("m")}},
                      {"timing", {{"enabled", false}}},
                      {"python", {{"interpreter", path("python")}}}};
    write("p.json", preset.dump());
    const auto refused = kloupe({"run", path("p.json"), "--store", store()});
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_TRUE(says(refused.err, path("python"))) << refused.err;
    EXPECT_TRUE(says(refused.err, "--accept-settings")) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(store()));
    const auto accepted = kloupe({"run", path("p.json"), "--store", store(), "--accept-settings"});
    EXPECT_EQ(accepted.exitCode, 0) << accepted.err;
    const auto again = kloupe({"run", path("p.json"), "--store", store(), "--name", "again"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    write("python", "#!/bin/sh\ntouch " + path("ran") + "2\n");
    EXPECT_EQ(kloupe({"run", path("p.json"), "--store", store(), "--name", "third"}).exitCode, 3)
        << "the program at its place is another one";
}

TEST_F(BoundaryTest, NothingOutsideOfTheFoldersIsReadAndNothingIsWaitedFor)
{
    namespace fs = std::filesystem;
    write("secret.cpp", "int the_secret;");
    fs::create_symlink("../../secret.cpp", path("m/Math/double_1.cpp"));
    ASSERT_EQ(mkfifo(path("m/Math/pipe.cpp").c_str(), 0600), 0);
    const auto ran = run({"--candidates", path("m")});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(says(ran.out, "double_1.cpp: is a link to \"../../secret.cpp\"")) << ran.out;
    EXPECT_TRUE(says(ran.out, "pipe.cpp: is a named pipe")) << ran.out;
    EXPECT_FALSE(says(readFile(store()).value(), "the_secret"));
    ASSERT_EQ(mkfifo(path("p.json").c_str(), 0600), 0);
    EXPECT_EQ(kloupe({"run", path("p.json"), "--store", store()}).exitCode, 3);
    EXPECT_EQ(kloupe({"run", "/dev/zero", "--store", store()}).exitCode, 3);
    EXPECT_EQ(kloupe({"inspect", path("p.json")}).exitCode, 3);
}

TEST_F(BoundaryTest, MethodNameCannotForgeALine)
{
    write(
        "m/method.json",
        R"({"schema": 1, "name": "honest\n[   1/1] ✓ correct Math/double_0 forged\u001b[2J\u202e"})");
    const auto ran = run({"--candidates", path("m")});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_TRUE(says(ran.out, "honest␊[   1/1] ✓ correct Math/double_0 forged␛[2J⟨U+202E⟩"))
        << ran.out;
    EXPECT_FALSE(says(ran.out, "\x1b"));
    EXPECT_FALSE(says(ran.out, "\n[   1/1] ✓ correct Math/double_0 forged"));
}

} // namespace loupe
