// SPDX-License-Identifier: Apache-2.0
//
// Tests servers that are forked into their sandboxes. They must be as confined as those that
// bubblewrap starts.
#include "core/platforms/python/pythonzygote.h"

#include "core/platforms/python/pythonprocess.h"
#include "core/sandbox/child/confinement.h"

#include <csignal>
#include <cstdint>

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

/// Reports the candidate's view of its environment.
constexpr const char *lookAround = R"(
import os, socket, torch
def run(a):
    with open('/proc/self/status') as file:
        facts = dict(line.rstrip('\n').split(':\t', 1) for line in file if ':\t' in line)
    capabilities = sum(int(facts[name], 16) for name in
                       ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'))
    numbers = [entry for entry in os.listdir('/proc') if entry.isdigit()]
    with open('/proc/net/dev') as file:
        devices = [line for line in file if ':' in line]
    open('/tmp/mark', 'w').close()
    for signal in (2, 9, 15, 19):
        try:
            os.kill(1, signal)  # the first process of its sandbox
        except PermissionError:
            pass
    try:
        socket.socket().bind(('127.0.0.1', 0))
        binds = True
    except PermissionError:
        binds = False  # Landlock
    return torch.tensor([os.getuid() % 65536, capabilities, int(facts['NoNewPrivs']),
                         len(numbers), len(devices), os.path.exists('/etc/shadow'),
                         len(os.listdir('/proc/self/fd')), len(facts['Groups'].split()),
                         int(facts['Seccomp']), binds],
                        dtype=torch.float32)
)";

/// Calls run() of the source in a child of the server.
PythonChild::Answer runOn(PythonServer &server, const std::string &source)
{
    auto child = server.fork({});
    if (!child) {
        ADD_FAILURE() << child.error().text() << child.error().detail;
        return {};
    }
    EXPECT_EQ(ask(**child, loadRequest(source)).outcome.verdict, Verdict::Correct);
    const Bundle given = arguments({{1}});
    return ask(**child, {{"do", "forward"}, {"function", "run"}}, &given);
}

} // namespace

class PythonZygotes : public PythonTest
{
protected:
    void SetUp() override
    {
        PythonTest::SetUp();
        if (!IsSkipped() && !testZygote())
            GTEST_SKIP() << "only root forks servers into sandboxes";
    }
    static std::unique_ptr<PythonServer> server()
    {
        PythonSettings settings = testSettings();
        settings.zygote = testZygote();
        std::string whyNot;
        auto started = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
        if (!started) {
            ADD_FAILURE() << started.error().text() << started.error().detail;
            return nullptr;
        }
        return std::move(*started);
    }
};

TEST_F(PythonZygotes, ServersAreConfinedAndIsolatedFromEachOther)
{
    const auto one = server();
    const auto other = server();
    ASSERT_TRUE(one && other);
    const auto ordinary = runOn(sharedServer(PythonRole::Subject), lookAround);
    ASSERT_EQ(ordinary.outcome.verdict, Verdict::Correct) << ordinary.outcome.message;
    const std::vector<float> expected = floatsOf(*ordinary.value);
    std::vector<std::vector<float>> seen;
    for (PythonServer *each : {one.get(), other.get()}) {
        const auto answer = runOn(*each, lookAround);
        ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
        seen.push_back(floatsOf(*answer.value));
        EXPECT_EQ(seen.back()[1], 0) << "capabilities";
        EXPECT_EQ(seen.back()[2], 1) << "may gain privileges";
        EXPECT_EQ(seen.back()[3], 3) << "its server and the sandbox's first process besides it";
        EXPECT_LE(seen.back()[4], 1) << "a network besides the loopback";
        EXPECT_EQ(seen.back()[5], 0) << "the machine's files";
        EXPECT_EQ(seen.back()[6], expected[6]) << "descriptors";
        EXPECT_EQ(seen.back()[7], 0) << "groups";
        EXPECT_EQ(seen.back()[8], expected[8]) << "the filter of system calls";
        EXPECT_EQ(seen.back()[8], confinement()->callFilter.isActive ? 2 : 0);
        EXPECT_EQ(seen.back()[9], expected[9]) << "Landlock";
    }
    EXPECT_NE(seen[0][0], seen[1][0]) << "users";
    EXPECT_EQ(one->starts(), 1);
    EXPECT_EQ(testZygote()->whyImported(), "");
    // The next child on the same server finds no trace of it.
    const auto again = runOn(*one,
                             "import os, torch\ndef run(a):\n"
                             "    return torch.tensor([os.path.exists('/tmp/mark')])\n");
    ASSERT_EQ(again.outcome.verdict, Verdict::Correct);
    EXPECT_EQ(std::to_integer<int>(again.value->tensors->bytes(0)[0]), 0);
    EXPECT_EQ(one->starts(), 1);
}

TEST_F(PythonZygotes, AServerThatDiedIsForkedAgain)
{
    const auto shared = server();
    ASSERT_TRUE(shared);
    const auto killed = runOn(*shared,
                              "import os, signal\ndef run(a):\n    os.kill(-1, signal.SIGKILL)\n"
                              "    os.kill(os.getpid(), signal.SIGKILL)\n");
    EXPECT_NE(killed.outcome.verdict, Verdict::Correct);
    const auto after = runOn(*shared, "def run(a):\n    return a + 1\n");
    ASSERT_EQ(after.outcome.verdict, Verdict::Correct) << after.outcome.message;
    EXPECT_EQ(floatsOf(*after.value), std::vector<float>{2});
    EXPECT_EQ(shared->starts(), 2);
}

TEST_F(PythonZygotes, ServerImportsTorchWithoutAZygote)
{
    std::string whyNot;
    PythonEnvironment broken = *testPython(whyNot);
    broken.interpreter = "/bin/false";
    PythonSettings settings = testSettings();
    settings.zygote = PythonZygote::begin(broken, settings);
    ASSERT_TRUE(settings.zygote);
    const auto started
        = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
    ASSERT_TRUE(started) << started.error().text();
    EXPECT_FALSE(settings.zygote->isUsable());
    EXPECT_NE(settings.zygote->whyImported().find("cannot import the framework"),
              std::string::npos);
    const auto answer = runOn(**started, "def run(a):\n    return a + 1\n");
    EXPECT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
}

} // namespace loupe::test
