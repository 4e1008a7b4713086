// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

struct TerminalResult {
    int exitCode = -1;
    std::string out;
    std::string shown; ///< terminal output
};

/// Runs kloupe with standard error on a terminal and standard output in a file.
TerminalResult onTerminal(const std::vector<std::string> &arguments,
                          const std::filesystem::path &folder)
{
    TerminalResult result;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    std::array<char, 128> name{};
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0
        || ptsname_r(terminal, name.data(), name.size()) != 0) {
        ADD_FAILURE() << "no terminal could be made";
        return result;
    }
    const std::string program = std::string(LOUPE_BIN_DIR) + "/kloupe";
    const std::string out = (folder / "terminal.out").string();
    std::vector<char *> argv{const_cast<char *>(program.c_str())};
    for (const std::string &argument : arguments)
        argv.push_back(const_cast<char *>(argument.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(open(name.data(), O_RDWR | O_NOCTTY), STDERR_FILENO);
        dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
        execv(program.c_str(), argv.data());
        _exit(127);
    }
    // Reading fails once no process has the terminal open.
    std::array<char, 4096> part{};
    int status = 0;
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    bool hasEnded = false;
    while (true) {
        const ssize_t count = read(terminal, part.data(), part.size());
        if (count > 0) {
            result.shown.append(part.data(), static_cast<std::size_t>(count));
            continue;
        }
        if (hasEnded)
            break;
        hasEnded = waitpid(child, &status, WNOHANG) == child;
        usleep(1000);
    }
    close(terminal);
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = readFile(out).value();
    return result;
}

class ImportProgressTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        test::FolderTest::SetUp();
        write("runs/a_l1/eval_results.json",
              R"({"1": {"sample_id": 0, "compiled": true, "correctness": true, "metadata": {},)"
              R"( "runtime": 1.0, "runtime_stats": {}}})");
    }

    std::vector<std::string> words() const
    {
        return {"import", (root() / "s.kloupe").string(), "kernelbench",
                (root() / "runs/a_l1/eval_results.json").string()};
    }
};

} // namespace

TEST_F(ImportProgressTest, TerminalShowsOneUpdatedLine)
{
    const TerminalResult import = onTerminal(words(), root());
    ASSERT_EQ(import.exitCode, 0) << import.out << import.shown;
    EXPECT_NE(import.shown.find("\r\x1b[Kread 1 of 1 records"), std::string::npos) << import.shown;
    EXPECT_TRUE(import.shown.ends_with("\r\x1b[K")) << import.shown;
    EXPECT_EQ(import.shown.find('\n'), std::string::npos) << import.shown;
    EXPECT_EQ(import.out.find("read 1"), std::string::npos) << import.out;
}

TEST_F(ImportProgressTest, JsonOnStandardOutputStaysOneDocument)
{
    auto asJson = words();
    asJson.emplace_back("--json");
    const TerminalResult import = onTerminal(asJson, root());
    ASSERT_EQ(import.exitCode, 0) << import.out << import.shown;
    const auto parsed = parseJson(import.out, "standard output");
    ASSERT_TRUE(parsed) << import.out;
    EXPECT_EQ(parsed->at("runs").size(), 1U);
}

TEST_F(ImportProgressTest, QuickImportPrintsNoProgressToAFile)
{
    const auto import = test::runKloupe(words(), root());
    ASSERT_EQ(import.exitCode, 0) << import.err;
    EXPECT_EQ(import.err, "");
    EXPECT_EQ(import.out.find('\r'), std::string::npos);
}

} // namespace loupe
