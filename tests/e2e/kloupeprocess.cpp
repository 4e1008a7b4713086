// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/kloupeprocess.h"

#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::test {

namespace fs = std::filesystem;

Json KloupeResult::json() const
{
    auto parsed = parseJson(out, "standard output of kloupe");
    EXPECT_TRUE(parsed) << parsed.error().text() << "\n" << out << err;
    return parsed ? *parsed : Json::object();
}

pid_t startKloupe(const std::vector<std::string> &arguments, const fs::path &folder)
{
    const std::string program = std::string(LOUPE_BIN_DIR) + "/kloupe";
    std::vector<char *> argv{const_cast<char *>(program.c_str())};
    for (const std::string &argument : arguments)
        argv.push_back(const_cast<char *>(argument.c_str()));
    argv.push_back(nullptr);
    const std::string out = (folder / "kloupe.out").string();
    const std::string err = (folder / "kloupe.err").string();
    const std::string cache = (folder / "cache").string();
    const std::string config = (folder / "config").string();
    const pid_t child = fork();
    if (child != 0)
        return child;
    setenv("KLOUPE_CACHE", cache.c_str(), 1);
    setenv("XDG_CONFIG_HOME", config.c_str(), 1);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execv(program.c_str(), argv.data());
    _exit(127);
}

KloupeResult finishKloupe(pid_t process, const fs::path &folder)
{
    int status = 0;
    waitpid(process, &status, 0);
    KloupeResult result;
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (auto out = readFile(folder / "kloupe.out"))
        result.out = std::move(*out);
    if (auto err = readFile(folder / "kloupe.err"))
        result.err = std::move(*err);
    return result;
}

KloupeResult runKloupe(const std::vector<std::string> &arguments, const fs::path &folder)
{
    return finishKloupe(startKloupe(arguments, folder), folder);
}

void KloupeTest::SetUp()
{
    FolderTest::SetUp();
    if (const Status available = sandboxAvailable(); !available)
        GTEST_SKIP() << "no sandbox on this machine: " << available.error().text();
}

void KloupeTest::writeSuite(int count)
{
    for (int i = 0; i < count; ++i) {
        Json task = doubleTask();
        const std::string name = "double_" + std::to_string(i);
        task["name"] = name;
        writeTask(task, "suite/Math/" + name);
    }
    fs::create_directories(root() / "suite/abi");
    fs::copy_file(fs::path(LOUPE_SOURCE_DIR) / "tasks/abi/loupe_kernel.h",
                  root() / "suite/abi/loupe_kernel.h", fs::copy_options::overwrite_existing);
}

void KloupeTest::writeCandidate(const std::string &relative, const std::string &body)
{
    write(relative,
          "#include \"loupe_kernel.h\"\n#include <cmath>\n#include <cstdio>\n"
          "#include <cstdlib>\n#include <unistd.h>\n"
          "using namespace loupe_abi;\n"
          "extern \"C\" int32_t loupe_kernel(const LoupeCall *call)\n{\n"
              + body + "\n}\n");
}

KloupeResult KloupeTest::kloupe(const std::vector<std::string> &arguments)
{
    return runKloupe(arguments, root());
}

std::string KloupeTest::honestBody()
{
    return "const float *x = input<float>(call, 0); float *y = output<float>(call, 0);\n"
           "for (int64_t i = 0; i < numel(call->inputs[0]); ++i) y[i] = x[i] + x[i];\nreturn 0;";
}

} // namespace loupe::test
