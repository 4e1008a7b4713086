// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/candidatewatch.h"
#include "core/generation/agents/judgesocket.h"

#include "tests/core/generation/agentfixture.h"

namespace loupe {

namespace fs = std::filesystem;

using AgentFolderTest = test::AgentFixture;

TEST_F(AgentFolderTest, ContainsTheTaskWithOwnerOnlyAccess)
{
    EXPECT_EQ(m_folder->path().filename(), "Math-one");
    EXPECT_EQ(fs::status(m_folder->path().parent_path()).permissions(), fs::perms::owner_all);
    const auto task = parseJson(textOf("task.json"), "task.json");
    ASSERT_TRUE(task);
    EXPECT_EQ((*task)["task"], "Math/one");
    EXPECT_EQ((*task)["program"], "candidate.cpp");
    EXPECT_EQ(textOf("reference.cpp"), "the reference");
    EXPECT_NE(textOf("PROMPT.md").find("Twice the input."), std::string::npos);
    EXPECT_NE(textOf("PROMPT.md").find("20 of these verdicts and 1800 seconds"), std::string::npos);
    const auto second
        = AgentFolder::create(m_root->path() / "s.kloupe.agents", m_task, m_limits, 0);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->path().filename(), "Math-one-2");
}

TEST_F(AgentFolderTest, NothingIsReadThroughALinkOrFromOutside)
{
    write("k.cpp", "program");
    fs::create_directory(inside("sub"));
    write("sub/k.cpp", "below");
    fs::create_symlink("/etc/passwd", inside("passwd.cpp"));
    fs::create_directory_symlink("/etc", inside("etc"));
    EXPECT_EQ(*m_folder->program("k.cpp"), "program");
    EXPECT_EQ(*m_folder->program("sub/k.cpp"), "below");
    for (const char *name : {"passwd.cpp", "etc/passwd", "/etc/passwd", "../../../etc/passwd",
                             "sub", "", "none.cpp", "sub/../../x"})
        EXPECT_FALSE(m_folder->program(name)) << name;
    write("large.cpp", std::string(maxProgramBytes + 1, 'x'));
    EXPECT_FALSE(m_folder->program("large.cpp"));
    fs::create_directory(m_root->path() / "target");
    fs::rename(inside("feedback"), inside("was"));
    fs::create_directory_symlink(m_root->path() / "target", inside("feedback"));
    EXPECT_FALSE(m_folder->addFeedback("round-0.txt", "secret"));
    EXPECT_TRUE(fs::is_empty(m_root->path() / "target"));
}

TEST_F(AgentFolderTest, TakesFilesOnceTheyStopChanging)
{
    CandidateWatch watch(*m_folder, ".cpp");
    EXPECT_TRUE(watch.look().empty());
    write("candidates/a.cpp", "half");
    EXPECT_TRUE(watch.look().empty()) << "it may still be written";
    write("candidates/a.cpp", "half and half");
    EXPECT_TRUE(watch.look().empty());
    write("candidates/.hidden.cpp", "not yet");
    write("candidates/notes.txt", "mine");
    fs::create_symlink("/etc/passwd", inside("candidates/link.cpp"));
    auto left = watch.look();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].source, "half and half");
    left = watch.look();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].name, "link.cpp");
    EXPECT_NE(left[0].refusal.find("link"), std::string::npos);
    EXPECT_TRUE(watch.look().empty()) << "each once";
    fs::rename(inside("candidates/.hidden.cpp"), inside("candidates/a.cpp"));
    watch.look();
    left = watch.look();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].source, "not yet") << "another program under the same name";
    fs::rename(inside("candidates"), inside("was"));
    fs::create_directory_symlink("/etc", inside("candidates"));
    EXPECT_TRUE(watch.look().empty());
}

TEST_F(AgentFolderTest, SocketAcceptsOneProgramPerConnection)
{
    const auto nobody = askJudge(m_folder->path(), "/etc/hostname");
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().code, Errc::Environment);
    auto socket = JudgeSocket::open(*m_folder);
    ASSERT_TRUE(socket) << socket.error().text();
    write("k.cpp", "program");
    auto asked = std::async(std::launch::async,
                            [&] { return askJudge(m_folder->path(), inside("k.cpp")); });
    std::vector<SocketProgram> heard;
    while (heard.empty())
        heard = socket->receive();
    EXPECT_EQ(heard[0].fileName, "k.cpp");
    EXPECT_EQ(heard[0].source, "program");
    socket->answer(heard[0].client, verdictMessage("x", {0, Verdict::Correct, {}, "right"}, 4));
    const auto answer = asked.get();
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ((*answer)["facts"]["verdicts_left"], 4);
    socket->answer(heard[0].client, Json::object());
}

} // namespace loupe
