// SPDX-License-Identifier: Apache-2.0
#include "core/suites/candidatefolder.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

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

TEST_F(CandidateFolderTest, ReportsWhatItCannotPlaceAndGoesOn)
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

} // namespace loupe
