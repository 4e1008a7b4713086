// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentsession.h"

#include "core/base/result.h"

#include <cstdlib>
#include <iterator>
#include <thread>

#include "tests/core/generation/agentfixture.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

class AgentSessionTest : public test::AgentFixture
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
        AgentFixture::SetUp();
    }
    /// Runs the script and returns how it ended.
    AgentEnd ended(const std::string &script)
    {
        auto end = run(script);
        EXPECT_TRUE(end) << (end ? "" : end.error().text());
        if (!end)
            return AgentEnd::Interrupted;
        m_end = std::move(*end);
        return m_end.end;
    }
    AgentSessionEnd m_end;
};

/// Counts the processes on this machine whose command line contains the mark.
int processesWith(const std::string &mark)
{
    int count = 0;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/proc", failed)) {
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        const std::string line((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
        count += line.find(mark) != std::string::npos && line.find("sleep") == 0 ? 1 : 0;
    }
    return count;
}

} // namespace

TEST_F(AgentSessionTest, ProgramsByLinesAreJudgedAndAnswered)
{
    m_limits.graceSeconds = 60; // the script ends before that
    const AgentEnd end = ended(R"(
        read hello; read task; echo "$hello" > told.txt; echo "$task" >> told.txt
        echo '{"kind":"usage","model":"m","input":100,"dollars":0.5}'
        echo '{"kind":"candidate","id":"a","source":"wrong"}'
        read verdict; echo "$verdict" >> told.txt
        mkdir sub; echo right > sub/b.cpp
        echo '{"kind":"candidate","id":"b","parent":"a","file":"sub/b.cpp"}'
        read verdict; echo "$verdict" >> told.txt
        echo '{"kind":"usage","output":7}'
        echo spoken; echo aside >&2
        echo '{"kind":"done","reason":"enough"}'
        read stop; echo "$stop" >> told.txt)");
    EXPECT_EQ(end, AgentEnd::Done) << m_end.why;
    EXPECT_NE(m_end.why.find("enough"), std::string::npos);
    ASSERT_EQ(m_judged.size(), 2U);
    EXPECT_EQ(m_judged[0].usage.input, 100);
    EXPECT_EQ(m_judged[0].usage.model, "m");
    EXPECT_FALSE(m_judged[0].usage.output) << "not reported";
    EXPECT_FALSE(m_judged[1].usage.input) << "only what was reported since";
    EXPECT_EQ(m_judged[1].parent, 0);
    EXPECT_EQ(m_judged[1].fileName, "b.cpp");
    EXPECT_EQ(m_end.usage.output, 7) << "of no program";
    EXPECT_EQ(m_end.spent.verdicts, 2);
    EXPECT_EQ(m_end.spent.dollars, 0.5);
    EXPECT_NE(m_end.log.find("spoken"), std::string::npos);
    EXPECT_NE(m_end.log.find("aside"), std::string::npos);
    const std::string told = textOf("told.txt");
    for (const char *part :
         {R"("kind":"hello")", R"("task":"Math/one")", R"("id":"a")", R"("verdict":"wrong_value")",
          R"("verdict":"correct")", R"("verdicts_left":18)", R"("kind":"stop")"})
        EXPECT_NE(told.find(part), std::string::npos) << part << "\n" << told;
    EXPECT_EQ(textOf("feedback/round-1.txt"), "It is right.");
    EXPECT_FALSE(fs::exists(inside("judge.sock")));
}

TEST_F(AgentSessionTest, JudgesRemainingFilesAfterItsEnd)
{
    EXPECT_EQ(
        ended("echo wrong > x; mv x candidates/1.cpp; while [ ! -e feedback/round-0.txt ]; do "
              "sleep 0.02; done; echo right > candidates/2.cpp; ln -s /etc/passwd "
              "candidates/3.cpp; exit 7"),
        AgentEnd::Exited);
    EXPECT_NE(m_end.why.find("exit code 7"), std::string::npos) << m_end.why;
    ASSERT_EQ(m_judged.size(), 2U);
    EXPECT_EQ(m_judged[1].source, "right\n");
    EXPECT_NE(textOf("feedback/refused-1.txt").find("is a link"), std::string::npos);
}

TEST_F(AgentSessionTest, LimitsEndIt)
{
    m_limits.verdicts = 1;
    EXPECT_EQ(ended(R"(for i in 1 2 3; do echo '{"kind":"candidate","id":"'$i'","source":"x"}'; done
                       sleep 60)"),
              AgentEnd::Verdicts);
    EXPECT_EQ(m_judged.size(), 1U);
    m_limits.verdicts = 20;
    m_limits.dollars = 1;
    EXPECT_EQ(ended(R"(echo '{"kind":"usage","dollars":1.5}'; sleep 60)"), AgentEnd::Dollars);
    m_limits.dollars.reset();
    m_limits.seconds = 0.3;
    EXPECT_EQ(ended("trap '' TERM; while :; do sleep 0.05; done"), AgentEnd::Time);
    EXPECT_LT(m_end.spent.seconds, 30);
}

TEST_F(AgentSessionTest, KillsAgentsThatIgnoreTheStop)
{
    m_limits.dollars = 1;
    EXPECT_EQ(
        ended(R"(trap '' TERM; (trap '' TERM; sleep 61.75) & echo '{"kind":"usage","dollars":1}'
                       while :; do sleep 0.05; done)"),
        AgentEnd::Dollars);
    EXPECT_EQ(processesWith("61.75"), 0);
}

TEST_F(AgentSessionTest, LimitsAndReportsBadAgents)
{
    EXPECT_EQ(ended("exit 0"), AgentEnd::Exited);
    EXPECT_EQ(ended("/nonexistent/program"), AgentEnd::Exited);
    EXPECT_NE(m_end.why.find("/nonexistent/program"), std::string::npos) << m_end.why;
    EXPECT_EQ(ended("head -c 2097152 /dev/zero | tr '\\0' x; sleep 60"), AgentEnd::LongLine);
    EXPECT_EQ(ended(R"(echo '{"kind":"usage","input":-5}'; sleep 60)"), AgentEnd::Protocol);
    EXPECT_NE(m_end.why.find("usage.input"), std::string::npos) << m_end.why;
    EXPECT_FALSE(m_end.spent.input);
    EXPECT_EQ(ended("yes"), AgentEnd::Flood);
    EXPECT_EQ(ended("yes >&2"), AgentEnd::Flood);
    EXPECT_EQ(
        ended(R"(while :; do echo '{"kind":"candidate","id":"x","file":"/etc/passwd"}'; done)"),
        AgentEnd::Refusals);
    EXPECT_TRUE(m_judged.empty());
}

TEST_F(AgentSessionTest, ForkedProcessesEndWithIt)
{
    // Far more processes than allowed, one of them outside its group.
    EXPECT_EQ(ended("setsid sleep 61.25 & while :; do sleep 61.25 & done"), AgentEnd::Exited);
    EXPECT_NE(m_end.why.find("fork"), std::string::npos) << m_end.why;
    EXPECT_EQ(processesWith("61.25"), 0);
    m_limits.seconds = 0.3;
    EXPECT_EQ(ended("setsid sleep 61.25 & sleep 61.25"), AgentEnd::Time);
    EXPECT_EQ(processesWith("61.25"), 0);
}

TEST_F(AgentSessionTest, SeesOnlyItsFolderAndGivenPaths)
{
    const fs::path secret = m_root->path() / "s.kloupe";
    std::ofstream(secret) << "store";
    fs::create_directory(m_root->path() / "shown");
    std::ofstream(m_root->path() / "shown/file") << "shown";
    ::setenv("LOUPE_TEST_AGENT_KEY", "k-123", 1); // NOLINT(concurrency-mt-unsafe)
    ::setenv("LOUPE_TEST_OTHER_KEY", "k-456", 1); // NOLINT(concurrency-mt-unsafe)
    m_command.environment = {"LOUPE_TEST_AGENT_KEY"};
    m_command.readOnly = {m_root->path() / "shown"};
    const std::string root = m_root->path().string();
    EXPECT_EQ(ended("env > env.txt; cat " + root + "/shown/file > shown.txt; cat " + root
                    + "/s.kloupe > store.txt; echo x > " + root
                    + "/shown/new; echo x > /usr/new; ls /sys/class/net > net.txt; cat "
                      "/proc/net/dev | wc -l >> net.txt; command -v kloupe > path.txt; exit 0"),
              AgentEnd::Exited);
    EXPECT_NE(textOf("env.txt").find("k-123"), std::string::npos);
    EXPECT_EQ(textOf("env.txt").find("k-456"), std::string::npos);
    EXPECT_EQ(textOf("shown.txt"), "shown");
    EXPECT_EQ(textOf("store.txt"), "");
    EXPECT_FALSE(fs::exists(m_root->path() / "shown/new"));
    EXPECT_EQ(textOf("net.txt"), "3\n") << "two lines of heads and the loopback";
    EXPECT_EQ(textOf("path.txt"), "/run/kloupe/kloupe\n");
    m_command.environment = {"LOUPE_TEST_UNSET_KEY"};
    const auto refused = run("true");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "LOUPE_TEST_UNSET_KEY");
}

TEST_F(AgentSessionTest, StopRequestOrFailingJudgeEndsIt)
{
    std::stop_source stop;
    auto later = std::async(std::launch::async, [&] {
        while (!fs::exists(inside("begun")))
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto end = run("echo > begun; sleep 60", stop.get_token());
    ASSERT_TRUE(end);
    EXPECT_EQ(end->end, AgentEnd::Interrupted);
    m_refusal = Error{Errc::Busy, "the store is written to by somebody else"};
    const auto failed = run(R"(echo '{"kind":"candidate","id":"a","source":"x"}'; sleep 60)");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, Errc::Busy);
}

} // namespace loupe
