// SPDX-License-Identifier: Apache-2.0
// Tests the demo's recorded results, which need neither a compiler nor a network.
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

/// Runs kloupe where no other program is in PATH: no g++, no python3 and no bwrap.
class RecordedDemoTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        const char *before = ::getenv("PATH");
        m_path = before != nullptr ? before : "";
        ::setenv("PATH", root().c_str(), 1);
    }
    void TearDown() override
    {
        ::setenv("PATH", m_path.c_str(), 1);
        FolderTest::TearDown();
    }
    test::KloupeResult kloupe(const std::vector<std::string> &arguments) const
    {
        return test::runKloupe(arguments, root());
    }
    std::string path(const std::string &name) const { return (root() / name).string(); }

private:
    std::string m_path;
};

TEST_F(RecordedDemoTest, IsCopiedAndStudiedWithoutACompiler)
{
    const auto copied = kloupe({"demo", path("d.kloupe"), "--json"});
    ASSERT_EQ(copied.exitCode, 0) << copied.err;
    EXPECT_GT(copied.json().at("evaluations"), 200);
    EXPECT_EQ(copied.json().at("device"), "AMD EPYC");
    const auto overview = kloupe({"overview", path("d.kloupe"), "--json"});
    ASSERT_EQ(overview.exitCode, 0) << overview.err;
    const auto failing = kloupe({"query", path("d.kloupe"), "method:demo-failing", "--json"});
    EXPECT_GT(failing.json().at("rows").size(), 30U);
    const auto checked = kloupe({"check", path("d.kloupe")});
    EXPECT_EQ(checked.exitCode, 0) << checked.out;
    const auto tagged
        = kloupe({"annotate", path("d.kloupe"), "1", "--tag", "mine", "--person", "ada"});
    EXPECT_EQ(tagged.exitCode, 0) << tagged.err << "the copy can be changed";
}

TEST_F(RecordedDemoTest, SaysWhereItsTimesWereMeasured)
{
    const auto copied = kloupe({"demo", path("d.kloupe")});
    ASSERT_EQ(copied.exitCode, 0) << copied.err;
    EXPECT_NE(copied.out.find("measured on another machine (AMD EPYC), not on this one"),
              std::string::npos)
        << copied.out;
}

TEST_F(RecordedDemoTest, CanBeRunAgainWhereverTheProgramIs)
{
    ASSERT_EQ(kloupe({"demo", path("d.kloupe")}).exitCode, 0);
    const auto again = kloupe({"rerun", path("d.kloupe"), "1", "--dry-run"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
}

TEST_F(RecordedDemoTest, ReplacesNoFile)
{
    ASSERT_EQ(kloupe({"demo", path("d.kloupe")}).exitCode, 0);
    const auto again = kloupe({"demo", path("d.kloupe")});
    EXPECT_EQ(again.exitCode, 3);
    EXPECT_NE(again.err.find("the file exists already"), std::string::npos) << again.err;
}

} // namespace loupe
