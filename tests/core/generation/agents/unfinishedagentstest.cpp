// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/unfinishedagents.h"

#include "core/base/files.h"
#include "core/generation/agents/agentkeys.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

class UnfinishedAgentsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        auto root = TemporaryFolder::create("unfinished-agents");
        ASSERT_TRUE(root);
        m_root.emplace(std::move(*root));
        m_request.run.store = store();
        m_request.run.suite = "/data/tasks";
        m_request.run.taskFilter = "category:Math";
        m_request.run.timing.enabled = false;
        m_request.method = "mine";
        m_request.sample = 2;
        m_request.judge = Strategy::Judge::Suite;
        m_request.command.argv = {"python3", "/opt/my agent/main.py", "say \"hi\""};
        m_request.command.environment = {"A_KEY"};
        m_request.command.readOnly = {"/opt/my agent"};
        m_request.command.hasNetwork = true;
        m_request.limits = {7, 90, 2.5, 3};
        m_request.atOnce = 3;
        m_request.folder = "/data/agents";
    }

    fs::path store() const { return m_root->path() / "s.kloupe"; }
    fs::path spool() const { return m_root->path() / "s.kloupe.spool"; }
    /// Returns all files next to the store as text.
    std::string kept() const
    {
        std::string out;
        for (const auto &each : fs::recursive_directory_iterator(spool())) {
            if (each.is_regular_file())
                out += *readFile(each.path());
        }
        return out;
    }
    /// Leaves the request as a killed process would.
    void keepAndBreakOff()
    {
        const auto request = KeptAgentRequest::keep(m_request, "the run");
        ASSERT_TRUE(request) << request.error().text();
    }
    std::size_t countLeft() const
    {
        const auto left = unfinishedAgents(store());
        EXPECT_TRUE(left) << (left ? "" : left.error().text());
        return left ? left->size() : 0;
    }

    std::optional<TemporaryFolder> m_root;
    AgentRunRequest m_request;
};

} // namespace

TEST_F(UnfinishedAgentsTest, RestoresARequestReadyToResume)
{
    EXPECT_EQ(countLeft(), 0U);
    EXPECT_FALSE(isAgentRequestKept(m_request, "the run"));
    keepAndBreakOff();
    EXPECT_TRUE(isAgentRequestKept(m_request, "the run"));
    const auto left = unfinishedAgents(store());
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_EQ(left->size(), 1U);
    const AgentRunRequest &back = left->front();
    EXPECT_EQ(back.run.name, "the run");
    EXPECT_TRUE(back.run.resume);
    EXPECT_EQ(back.run.store, store());
    EXPECT_EQ(back.run.suite, m_request.run.suite);
    EXPECT_EQ(back.run.taskFilter, m_request.run.taskFilter);
    EXPECT_FALSE(back.run.timing.enabled);
    EXPECT_EQ(back.method, "mine");
    EXPECT_EQ(back.sample, 2);
    EXPECT_EQ(back.judge, Strategy::Judge::Suite);
    EXPECT_EQ(back.command.argv, m_request.command.argv);
    EXPECT_EQ(back.command.environment, m_request.command.environment);
    EXPECT_EQ(back.command.readOnly, m_request.command.readOnly);
    EXPECT_TRUE(back.command.hasNetwork);
    EXPECT_EQ(back.limits.verdicts, 7);
    EXPECT_EQ(back.limits.seconds, 90);
    EXPECT_EQ(back.limits.dollars, 2.5);
    EXPECT_EQ(back.limits.graceSeconds, 3);
    EXPECT_EQ(back.atOnce, 3);
    EXPECT_EQ(back.folder, m_request.folder);
}

TEST_F(UnfinishedAgentsTest, ASavedRequestCannotLeaveTheSandbox)
{
    m_request.run.sandbox = SandboxMode::None;
    m_request.command.sandbox = SandboxMode::None;
    keepAndBreakOff();
    const auto left = unfinishedAgents(store());
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_EQ(left->size(), 1U);
    EXPECT_EQ(left->front().run.sandbox, SandboxMode::Bubblewrap);
    EXPECT_EQ(left->front().command.sandbox, SandboxMode::Bubblewrap);
}

TEST_F(UnfinishedAgentsTest, FinishedRunsLeaveNothing)
{
    auto request = KeptAgentRequest::keep(m_request, "the run");
    ASSERT_TRUE(request) << request.error().text();
    ASSERT_TRUE(request->drop());
    EXPECT_FALSE(isAgentRequestKept(m_request, "the run"));
    EXPECT_FALSE(fs::exists(spool()));
}

TEST_F(UnfinishedAgentsTest, RunningAgentsAreNotOffered)
{
    const auto request = KeptAgentRequest::keep(m_request, "the run");
    ASSERT_TRUE(request) << request.error().text();
    EXPECT_EQ(countLeft(), 0U);
    const auto second = KeptAgentRequest::keep(m_request, "the run");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::Busy);
    AgentRunRequest other = m_request;
    other.method = "another";
    EXPECT_TRUE(KeptAgentRequest::keep(other, "the run"));
    EXPECT_EQ(countLeft(), 1U) << "the other one was broken off";
}

TEST_F(UnfinishedAgentsTest, DoesNotSaveACommandWithAKey)
{
    m_request.command.argv = {"agent", "--api-key", "sk-0123456789abcdef0123"};
    keepAndBreakOff();
    EXPECT_EQ(kept().find("0123456789abcdef"), std::string::npos);
    const auto left = unfinishedAgents(store());
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_EQ(left->size(), 1U);
    EXPECT_TRUE(left->front().command.argv.empty());
    EXPECT_EQ(left->front().command.environment, m_request.command.environment);
}

TEST_F(UnfinishedAgentsTest, ABrokenFileIsNamed)
{
    fs::create_directories(spool() / "agents-1");
    std::ofstream(spool() / "agents-1/agents.json") << R"({"kloupe_agents": 1, "at_once": 0})";
    const auto left = unfinishedAgents(store());
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, Errc::InvalidInput);
    EXPECT_NE(left.error().text().find("agents.json"), std::string::npos);
}

TEST(AgentKeys, FindsValuesOfVariablesAndKeyLikeText)
{
    setenv("LOUPE_TEST_GIVEN", "abcd-1234-efgh", 1);
    setenv("LOUPE_TEST_API_KEY", "zyxw-9876-vuts", 1);
    const auto found
        = [](std::vector<std::string> words, std::vector<std::string> environment = {}) {
              AgentCommand command;
              command.argv = std::move(words);
              command.environment = std::move(environment);
              return mayHoldKey(command);
          };
    EXPECT_TRUE(found({"agent", "abcd-1234-efgh"}, {"LOUPE_TEST_GIVEN"}));
    EXPECT_FALSE(found({"agent", "abcd-1234-efgh"}));
    EXPECT_TRUE(found({"sh", "-c", "agent --with zyxw-9876-vuts"}));
    EXPECT_TRUE(found({"agent", "sk-0123456789abcdef"}));
    EXPECT_TRUE(found({"sh", "-c", "MY_TOKEN='0123456789' agent"}));
    EXPECT_TRUE(found({"sh", "-c", "curl -H 'Authorization: Bearer 0123456789'"}));
    EXPECT_TRUE(found({"agent", "--token", "0123456789"}));
    EXPECT_FALSE(found({"agent", "--key-file", "/home/me/key", "--max-tokens", "40000000"}));
    EXPECT_FALSE(found({"sh", "-c", "MY_KEY=$OTHER_KEY agent --key \"$MY_KEY\""}));
    EXPECT_FALSE(found({"agent", "--env-key", "OPENAI_API_KEY"}));
    EXPECT_FALSE(found({"python3", "/opt/monkey/tokenizer.py", "-m", "openai/my-model"}));
    unsetenv("LOUPE_TEST_GIVEN");
    unsetenv("LOUPE_TEST_API_KEY");
}

} // namespace loupe
