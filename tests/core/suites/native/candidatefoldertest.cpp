// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/candidatefolder.h"

#include <map>
#include <string>

#include <sys/stat.h>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace fs = std::filesystem;

using CandidateFolderTest = test::FolderTest;

TEST_F(CandidateFolderTest, ReadsSamplesRoundsAndFeedback)
{
    write("m/Math/a.cpp", "one");
    write("m/Math/b/sample_2.cpp", "two");
    write("m/Math/c/round_1.cpp", "three");
    write("m/Math/c/round_1.feedback.txt", "make it faster");
    write("m/Math/d/sample_3/round_4.cpp", "four");
    const auto sets = readCandidates(root() / "m");
    ASSERT_TRUE(sets) << sets.error().text();
    ASSERT_EQ(sets->size(), 1u);
    const CandidateSet &set = sets->front();
    EXPECT_EQ(set.method.name, "m");
    ASSERT_EQ(set.candidates.size(), 4u);
    EXPECT_EQ(set.candidates[1].sample, 2);
    EXPECT_EQ(set.candidates[2].round, 1);
    EXPECT_EQ(set.candidates[2].feedback, "make it faster");
    EXPECT_EQ(set.candidates[3].sample, 3);
    EXPECT_EQ(set.candidates[3].round, 4);
    EXPECT_TRUE(set.unread.empty());
}

TEST_F(CandidateFolderTest, ReportsUnmatchedFilesAndContinues)
{
    write("m/stray.cpp", "x");
    write("m/Math/a.cpp", "one");
    write("m/Math/a/round_0.cpp", "again");
    write("m/Math/b/round_x.cpp", "x");
    write("m/Math/b/sample_1/deep/round_1.cpp", "x");
    const auto sets = readCandidates(root() / "m");
    ASSERT_TRUE(sets) << sets.error().text();
    EXPECT_EQ(sets->front().candidates.size(), 1u);
    EXPECT_EQ(sets->front().unread.size(), 4u);
}

TEST_F(CandidateFolderTest, SeveralMethodsBelowOneFolder)
{
    write("a/method.json", R"({"schema": 1, "name": "first", "demo": true})");
    write("a/Math/t.cpp", "1");
    write("b/method.json", R"({"schema": 1, "name": "second", "kind": "model"})");
    write("b/Math/t.cpp", "2");
    const auto sets = readCandidates(root());
    ASSERT_TRUE(sets) << sets.error().text();
    ASSERT_EQ(sets->size(), 2u);
    EXPECT_TRUE((*sets)[0].method.isDemo);
    EXPECT_EQ((*sets)[1].method.name, "second");
    EXPECT_EQ((*sets)[1].candidates[0].method, "second");
}

TEST_F(CandidateFolderTest, RefusesBadFolders)
{
    EXPECT_EQ(readCandidates(root() / "none").error().code, Errc::NotFound);
    EXPECT_EQ(readCandidates(root()).error().code, Errc::InvalidInput) << "no candidate";
    write("m/method.json", R"({"schema": 1, "name": 7})");
    write("m/Math/t.cpp", "1");
    const auto broken = readCandidates(root() / "m");
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().where.find("method.json:name"), std::string::npos);
}

TEST_F(CandidateFolderTest, RefusesTwoMethodsOfOneName)
{
    for (const char *folder : {"a", "b"}) {
        write(std::string(folder) + "/method.json", R"({"schema": 1, "name": "same"})");
        write(std::string(folder) + "/Math/t.cpp", "1");
    }
    const auto sets = readCandidates(root());
    ASSERT_FALSE(sets);
    EXPECT_NE(sets.error().message.find("same"), std::string::npos);
}

TEST_F(CandidateFolderTest, ReadsNothingOutsideTheFolderWithoutWaiting)
{
    write("secret.txt", "secret");
    write("m/Math/a.cpp", "one");
    write("m/Math/c/round_1.cpp", "three");
    const auto math = root() / "m" / "Math";
    fs::create_symlink("a.cpp", math / "within.cpp");
    fs::create_symlink(root() / "secret.txt", math / "b.cpp");
    fs::create_symlink(root(), root() / "m" / "Fusion");
    fs::create_symlink("../../../secret.txt", math / "c" / "round_1.feedback.txt");
    ASSERT_EQ(::mkfifo((math / "pipe.cpp").c_str(), 0600), 0);
    const auto sets = readCandidates(root() / "m");
    ASSERT_TRUE(sets) << sets.error().text();
    const CandidateSet &set = sets->front();
    ASSERT_EQ(set.candidates.size(), 3U);
    EXPECT_EQ(set.candidates[2].task, "Math/within");
    EXPECT_EQ(set.candidates[2].source, "one");
    EXPECT_EQ(set.candidates[1].feedback, "");
    std::map<std::string, std::string> reasons;
    for (const UnreadCandidate &unread : set.unread)
        reasons[unread.file.lexically_relative(root() / "m")] = unread.reason;
    ASSERT_EQ(reasons.size(), 4U);
    EXPECT_NE(reasons["Math/b.cpp"].find("outside of the folder"), std::string::npos);
    EXPECT_NE(reasons["Fusion"].find("is a link to"), std::string::npos);
    EXPECT_EQ(reasons["Math/pipe.cpp"], "is a named pipe, not a regular file");
    EXPECT_NE(reasons["Math/c/round_1.feedback.txt"].find("taken without feedback"),
              std::string::npos);
}

TEST_F(CandidateFolderTest, AMethodThatIsALinkIsNamed)
{
    write("elsewhere/method.json", R"({"schema": 1, "name": "other"})");
    write("elsewhere/Math/t.cpp", "1");
    write("given/a/method.json", R"({"schema": 1, "name": "first"})");
    write("given/a/Math/t.cpp", "1");
    fs::create_symlink("../elsewhere", root() / "given" / "b");
    const auto sets = readCandidates(root() / "given");
    ASSERT_TRUE(sets) << sets.error().text();
    ASSERT_EQ(sets->size(), 1U);
    ASSERT_EQ(sets->front().unread.size(), 1U);
    EXPECT_EQ(sets->front().unread[0].file, root() / "given" / "b");
}

} // namespace loupe
