// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include "tests/core/records/kbxfixture.h"
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class ImportTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        write("in/runs/a_l1/eval_results.json", results);
        write("in/corpus.jsonl", test::kbxText(test::kbxSample()));
        write("in/notes.txt", "not a record");
    }

    static constexpr const char *results
        = "{\"1\": [{\"sample_id\": 0, \"compiled\": true, \"correctness\": true,\n"
          " \"runtime\": 2.0}]}";
};

} // namespace

TEST_F(ImportTest, AFolderGoesInAtOnceAndItsFilesComeBack)
{
    const auto imported
        = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(imported.exitCode, 0) << imported.err;
    const Json document = imported.json();
    ASSERT_EQ(document.at("runs").size(), 2U);
    EXPECT_EQ(document.at("runs").at(0).at("run"), "kbx-corpus corpus");
    EXPECT_EQ(document.at("runs").at(1).at("run"), "kernelbench a_l1");
    EXPECT_EQ(document.at("unrecognised"), Json{"notes.txt"});

    const auto again
        = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe"), "--json"});
    EXPECT_TRUE(again.json().at("runs").at(1).at("already_imported"));

    const std::vector<std::string> command{"export",    "--original",     "kernelbench a_l1",
                                           "--store",   path("r.kloupe"), "-o",
                                           path("back")};
    EXPECT_EQ(kloupe(command).exitCode, 0);
    EXPECT_EQ(readFile(path("back/runs/a_l1/eval_results.json")).value(), results);
    EXPECT_EQ(kloupe(command).exitCode, 3) << "nothing is overwritten";
    EXPECT_EQ(
        kloupe({"export", "--original", "absent", "--store", path("r.kloupe"), "-o", path("other")})
            .exitCode,
        3);
}

TEST_F(ImportTest, OneBadFileOfAFolderLeavesNoStore)
{
    write("in/runs/b_l1/eval_results.json", "{\"1\": [{\"sample_id\": 0}]}");
    const auto imported = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe")});
    EXPECT_EQ(imported.exitCode, 3);
    EXPECT_NE(imported.err.find("b_l1/eval_results.json:1:compiled"), std::string::npos)
        << imported.err;
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
    EXPECT_EQ(
        kloupe({"import", "auto", path("in"), "--skip-bad", "--store", path("r.kloupe")}).exitCode,
        0);
}

} // namespace loupe
