// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/childprocess.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/confinement.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;
using Kind = ChildEnd::Kind;

std::chrono::steady_clock::time_point soon()
{
    return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

ChildSpec shell(const std::string &script, SandboxMode mode)
{
    ChildSpec spec;
    spec.argv = {"/bin/sh", "-c", script};
    spec.environment = {{"PATH", "/usr/bin:/bin"}, {"COLOUR", "blue"}};
    spec.mode = mode;
    return spec;
}

ChildEnd run(const ChildSpec &spec)
{
    const auto child = ChildProcess::start(spec);
    EXPECT_TRUE(child) << (child ? "" : child.error().text());
    return child ? (*child)->wait(soon(), {}) : ChildEnd{};
}

/// Counts the processes on this machine whose command line contains `mark`.
int processesWith(const std::string &mark)
{
    int count = 0;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/proc", failed)) {
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        std::string line((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        count += line.find(mark) != std::string::npos ? 1 : 0;
    }
    return count;
}

class ChildProcessTest : public testing::TestWithParam<SandboxMode>
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable();
            GetParam() == SandboxMode::Bubblewrap && !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }
    ChildSpec script(const std::string &text) const { return shell(text, GetParam()); }
};

class SandboxTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }
    static ChildSpec script(const std::string &text)
    {
        return shell(text, SandboxMode::Bubblewrap);
    }
};

std::string modeName(const testing::TestParamInfo<SandboxMode> &mode)
{
    return mode.param == SandboxMode::None ? "none" : "bubblewrap";
}

} // namespace

TEST_P(ChildProcessTest, reportsExitCodeAndOutput)
{
    const ChildEnd end = run(script("echo out; echo err >&2; exit 7"));
    EXPECT_EQ(end.kind, Kind::Exited);
    EXPECT_EQ(end.code, 7);
    EXPECT_EQ(end.output, "out\nerr\n");
    EXPECT_GT(end.wallSeconds, 0.0);
}

TEST_P(ChildProcessTest, reportsSignals)
{
    const ChildEnd end = run(script("kill -SEGV $$"));
    EXPECT_EQ(end.kind, Kind::Signalled);
    EXPECT_EQ(end.code, SIGSEGV);
}

TEST_P(ChildProcessTest, hasOnlyTheEnvironmentGiven)
{
    const ChildEnd end = run(script("env"));
    EXPECT_NE(end.output.find("COLOUR=blue"), std::string::npos);
    EXPECT_EQ(end.output.find("HOME="), std::string::npos) << end.output;
}

TEST_P(ChildProcessTest, readsNothingAndHasNoTerminal)
{
    const ChildEnd end = run(script("cat; (: </dev/tty) 2>/dev/null && echo tty; exit 0"));
    EXPECT_EQ(end.output, "");
}

TEST_P(ChildProcessTest, inheritsOnlyNamedDescriptors)
{
    int ends[2];
    ASSERT_EQ(pipe(ends), 0); // deliberately not close-on-exec
    const Fd in(ends[0]);
    const Fd out(ends[1]);
    ChildSpec spec = script("ls /proc/self/fd; echo through >&" + std::to_string(out.get()));
    spec.inheritedFds = {out.get()};
    const ChildEnd end = run(spec);
    std::array<char, 16> got{};
    ASSERT_EQ(read(in.get(), got.data(), got.size()), 8);
    EXPECT_STREQ(got.data(), "through\n");
    // ls itself opens one more.

    EXPECT_EQ(std::count(end.output.begin(), end.output.end(), '\n'), 5) << end.output;
    EXPECT_NE(end.output.find("\n" + std::to_string(out.get()) + "\n"), std::string::npos)
        << end.output;
}

TEST_P(ChildProcessTest, worksInItsScratchFolder)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-scratch");
    ASSERT_TRUE(folder);
    ChildSpec spec = script("pwd; echo made > made; cat given");
    ASSERT_TRUE(writeFileAtomic(folder->path() / "given", "given\n"));
    spec.scratch = folder->path();
    const ChildEnd end = run(spec);
    EXPECT_EQ(end.output, folder->path().string() + "\ngiven\n");
    const Result<std::string> made = readFile(folder->path() / "made");
    ASSERT_TRUE(made);
    EXPECT_EQ(*made, "made\n");
}

TEST_P(ChildProcessTest, killsAtTheDeadlineAndOnRequest)
{
    const std::string mark = "loupe-" + randomHex(8);
    const auto child = ChildProcess::start(script("while :; do sleep 1000; done # " + mark));
    ASSERT_TRUE(child);
    EXPECT_FALSE((*child)->hasEnded());
    const auto begin = std::chrono::steady_clock::now();
    const ChildEnd end = (*child)->wait(begin + std::chrono::milliseconds(100), {});
    EXPECT_EQ(end.kind, Kind::TimedOut);
    EXPECT_TRUE((*child)->hasEnded());
    EXPECT_EQ(processesWith(mark), 0);

    const auto second = ChildProcess::start(script("while :; do sleep 1000; done"));
    ASSERT_TRUE(second);
    std::stop_source stop;
    std::jthread stopper([&stop] { stop.request_stop(); });
    EXPECT_EQ((*second)->wait(soon(), stop.get_token()).kind, Kind::Cancelled);
}

TEST_P(ChildProcessTest, killMakesWaitReturn)
{
    const auto child = ChildProcess::start(script("while :; do sleep 1000; done"));
    ASSERT_TRUE(child);
    (*child)->kill();
    const ChildEnd end = (*child)->wait(soon(), {});
    EXPECT_EQ(end.kind, Kind::Signalled);
    EXPECT_EQ(end.code, SIGKILL);
}

TEST_P(ChildProcessTest, destructionKillsTheWholeTree)
{
    const std::string mark = "loupe-" + randomHex(8);
    {
        int ends[2];
        ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
        const Fd in(ends[0]);
        const Fd out(ends[1]);
        ChildSpec spec = script("sh -c 'echo >&" + std::to_string(out.get())
                                + "; while :; do sleep 1000; done # " + mark + "' & wait");
        spec.inheritedFds = {out.get()};
        const auto child = ChildProcess::start(spec);
        ASSERT_TRUE(child);
        char ready = 0;
        ASSERT_EQ(read(in.get(), &ready, 1), 1);
        EXPECT_GT(processesWith(mark), 0);
    }
    EXPECT_EQ(processesWith(mark), 0);
}

TEST_P(ChildProcessTest, leavesNothingBehindWhenItEndsByItself)
{
    const std::string mark = "loupe-" + randomHex(8);
    const ChildEnd end = run(
        script("sh -c 'while :; do sleep 1000; done # " + mark + "' >/dev/null 2>&1 & exit 0"));
    EXPECT_EQ(end.kind, Kind::Exited);
    EXPECT_EQ(processesWith(mark), 0);
}

TEST_P(ChildProcessTest, boundsItsOutput)
{
    ChildSpec spec = script("printf begin; yes | head -c 1000000; printf end");
    spec.keptOutputBytes = 1000;
    const ChildEnd kept = run(spec);
    EXPECT_EQ(kept.kind, Kind::Exited);
    EXPECT_LT(kept.output.size(), 1100U);
    EXPECT_TRUE(kept.output.starts_with("begin"));
    EXPECT_TRUE(kept.output.ends_with("end"));

    spec = script("yes");
    spec.maxOutputBytes = 1 << 20;
    EXPECT_EQ(run(spec).kind, Kind::OutputFlood);
}

TEST_P(ChildProcessTest, enforcesItsLimits)
{
    ChildSpec spec = script("while :; do :; done");
    spec.cpuSeconds = 0.5; // rounded up to a second
    const ChildEnd busy = run(spec);
    EXPECT_EQ(busy.kind, Kind::Signalled);
    EXPECT_EQ(busy.code, SIGXCPU);

    spec = script("head -c 100000 /dev/zero > file; echo $?");
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-scratch");
    spec.scratch = folder->path();
    spec.fileBytes = 65536;
    run(spec);
    EXPECT_EQ(fs::file_size(folder->path() / "file"), 65536U);
}

TEST_P(ChildProcessTest, enforcesItsMemoryLimit)
{
#if defined(__SANITIZE_ADDRESS__)
    if (GetParam() != SandboxMode::None)
        GTEST_SKIP() << "the program that confines it is instrumented, and its shadow is larger";
#endif
    ChildSpec spec = script("ulimit -v; ulimit -c");
    spec.memoryBytes = 1LL << 30;
    EXPECT_EQ(run(spec).output, "1048576\n0\n");
}

TEST_P(ChildProcessTest, reportsWhyAProgramCannotStart)
{
    ChildSpec spec = script("");
    spec.argv = {"relative"};
    EXPECT_FALSE(ChildProcess::start(spec));
    if (GetParam() == SandboxMode::None) {
        spec.argv = {"/nonexistent/program"};
        const auto child = ChildProcess::start(spec);
        ASSERT_FALSE(child);
        EXPECT_EQ(child.error().code, Errc::Io);
        EXPECT_EQ(child.error().where, "/nonexistent/program");
    } else {
        spec.argv = {"/usr/bin/true"};
        spec.readOnly = {"/nonexistent/folder"};
        EXPECT_FALSE(ChildProcess::start(spec) && run(spec).code == 0);
    }
}

TEST_P(ChildProcessTest, startsFromAThreadThatEnds)
{
    std::unique_ptr<ChildProcess> child;
    std::jthread([&] {
        auto started = ChildProcess::start(script("sleep 0.2; echo alive"));
        ASSERT_TRUE(started);
        child = std::move(started).value();
    }).join();
    EXPECT_EQ(child->wait(soon(), {}).output, "alive\n");
}

INSTANTIATE_TEST_SUITE_P(Modes, ChildProcessTest,
                         testing::Values(SandboxMode::Bubblewrap, SandboxMode::None), modeName);

TEST_F(SandboxTest, seesOnlyItsOwnProcesses)
{
    const ChildEnd end = run(script("ls /proc | grep -c '^[0-9]'"));
    EXPECT_LE(std::stoi(end.output), 6) << end.output;
}

TEST_F(SandboxTest, hasNoNetwork)
{
    const ChildEnd end = run(script("cat /proc/net/dev | grep -c :; cat /proc/net/route | wc -l"));
    EXPECT_EQ(end.output, "1\n1\n"); // the loopback device and a header line
}

TEST_F(SandboxTest, seesNoFilesOfTheMachine)
{
    const Result<TemporaryFolder> secret = TemporaryFolder::create("loupe-secret");
    ASSERT_TRUE(secret);
    ASSERT_TRUE(writeFileAtomic(secret->path() / "secret", "secret"));
    const ChildEnd end = run(script("cat /etc/shadow /etc/passwd /etc/hostname; ls /home /root "
                                    "/var /tmp; cat "
                                    + (secret->path() / "secret").string()));
    EXPECT_EQ(end.output.find("root:"), std::string::npos) << end.output;
    EXPECT_EQ(end.output.find("secret\n"), std::string::npos) << end.output;
    const ChildEnd home = run(script("ls -A /tmp | wc -l"));
    EXPECT_EQ(home.output, "0\n");
}

TEST_F(SandboxTest, readsTheSharedLibraryCacheUnderAnyUmask)
{
    if (!fs::exists("/etc/ld.so.cache"))
        GTEST_SKIP() << "this machine has no /etc/ld.so.cache";
    const mode_t before = umask(077);
    const ChildEnd end = run(script("cat /etc/ld.so.cache | wc -c"));
    umask(before);
    EXPECT_EQ(end.output, std::to_string(fs::file_size("/etc/ld.so.cache")) + "\n");
}

TEST_F(SandboxTest, mountsGivenFoldersReadOnly)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-shown");
    ASSERT_TRUE(folder);
    fs::permissions(folder->path(), fs::perms::all);
    ASSERT_TRUE(writeFileAtomic(folder->path() / "shown", "shown\n"));
    ChildSpec spec = script("cd " + folder->path().string()
                            + "; cat shown; echo x > new; echo x > shown; echo x > /usr/x; "
                              "echo x > /x; echo x > /dev/x; mount -t tmpfs none /usr; exit 0");
    spec.readOnly = {folder->path()};
    const ChildEnd end = run(spec);
    EXPECT_TRUE(end.output.starts_with("shown\n")) << end.output;
    EXPECT_FALSE(fs::exists(folder->path() / "new"));
    EXPECT_EQ(*readFile(folder->path() / "shown"), "shown\n");
    EXPECT_FALSE(fs::exists("/usr/x"));
}

TEST_F(SandboxTest, isNotRootAndGainsNoPrivileges)
{
    const ChildEnd end
        = run(script("id -u; grep -E '^(CapEff|CapPrm|NoNewPrivs)' /proc/self/status"));
    EXPECT_FALSE(end.output.starts_with("0\n")) << end.output;
    EXPECT_NE(end.output.find("CapEff:\t0000000000000000"), std::string::npos) << end.output;
    EXPECT_NE(end.output.find("CapPrm:\t0000000000000000"), std::string::npos) << end.output;
    EXPECT_NE(end.output.find("NoNewPrivs:\t1"), std::string::npos) << end.output;
}

TEST_F(SandboxTest, limitsProcesses)
{
    ChildSpec spec = script("i=0; while [ $i -lt 50 ]; do sleep 1000 & i=$((i+1)); done");
    spec.processes = 10;
    const ChildEnd end = run(spec);
    EXPECT_NE(end.output.find("fork"), std::string::npos) << end.output;
}

TEST_F(SandboxTest, countsProcessesOfEachChildAlone)
{
    ChildSpec spec = script("for i in 1 2 3 4 5 6; do sleep 1000 & done; echo started; wait");
    spec.processes = 10;
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < 4; ++i) {
        auto child = ChildProcess::start(spec);
        ASSERT_TRUE(child);
        children.push_back(std::move(child).value());
    }
    for (const auto &child : children) {
        while (!child->hasEnded() && child->outputSoFar().empty())
            std::this_thread::yield();
        EXPECT_EQ(child->outputSoFar(), "started\n");
    }
}

TEST_F(SandboxTest, leavesNothingBehindWhenItIsKilledWhileItStarts)
{
    const std::string mark = "loupe-" + randomHex(8);
    for (int moment = 0; moment < 40; ++moment) {
        const auto child = ChildProcess::start(script("while :; do sleep 1000; done # " + mark));
        ASSERT_TRUE(child);
        std::this_thread::sleep_for(std::chrono::microseconds(moment * 100));
        (*child)->kill();
        EXPECT_EQ((*child)->wait(soon(), {}).kind, Kind::Signalled);
    }
    EXPECT_EQ(processesWith(mark), 0);
}

TEST_F(SandboxTest, diesWithTheEngine)
{
    const std::string mark = "loupe-" + randomHex(8);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t engine = fork();
    ASSERT_GE(engine, 0);
    if (engine == 0) {
        ChildSpec spec = script("echo >&" + std::to_string(ends[1])
                                + "; while :; do sleep 1000; done # " + mark);
        spec.inheritedFds = {ends[1]};
        const auto child = ChildProcess::start(spec);
        pause();
        _exit(child ? 0 : 1);
    }
    char ready = 0;
    EXPECT_EQ(read(ends[0], &ready, 1), 1);
    EXPECT_GT(processesWith(mark), 0);
    ::kill(engine, SIGKILL);
    ASSERT_EQ(waitpid(engine, nullptr, 0), engine);
    const auto patience = soon();
    while (processesWith(mark) > 0 && std::chrono::steady_clock::now() < patience)
        std::this_thread::yield();
    EXPECT_EQ(processesWith(mark), 0);
    close(ends[0]);
    close(ends[1]);
}

TEST_F(SandboxTest, killsItsDaemons)
{
    const std::string mark = "loupe-" + randomHex(8);
    const ChildEnd end = run(script("setsid sh -c 'while :; do sleep 1000; done # " + mark
                                    + "' </dev/null >/dev/null 2>&1 & sleep 0.1; exit 0"));
    EXPECT_EQ(end.kind, Kind::Exited);
    EXPECT_EQ(processesWith(mark), 0);
}

} // namespace loupe
