// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

using RefusalTest = test::KloupeTest;

namespace {
/// Returns the error object that --json writes to standard error.
Json errorOf(const test::KloupeResult &result)
{
    const auto parsed = parseJson(result.err, "standard error of kloupe");
    EXPECT_TRUE(parsed) << result.err;
    return parsed ? parsed->at("error") : Json::object();
}
} // namespace

TEST_F(RefusalTest, UsageErrorsExitWithTwo)
{
    EXPECT_EQ(kloupe({}).exitCode, 2);
    EXPECT_EQ(kloupe({"fly"}).exitCode, 2);
    EXPECT_EQ(kloupe({"run"}).exitCode, 2);
    EXPECT_EQ(kloupe({"--help"}).exitCode, 0);
}

TEST_F(RefusalTest, BadTaskLeavesNoStore)
{
    writeSuite(1);
    Json task = doubleTask();
    task["inputs"][0]["dtype"] = "float7";
    writeTask(task, "suite/Math/double");
    writeCandidate("m/Math/double_0.cpp", honestBody());
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                             path("r.kloupe"), "--json"});
    EXPECT_EQ(run.exitCode, 3);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(errorOf(run).at("code"), "invalid_input");
    EXPECT_NE(errorOf(run).at("where").get<std::string>().find("task.json:inputs[0].dtype"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
}

TEST_F(RefusalTest, RefusesAFolderWithoutCandidates)
{
    writeSuite(1);
    std::filesystem::create_directories(root() / "empty");
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("empty"),
                             "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(run.exitCode, 3);
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
}

TEST_F(RefusalTest, CudaCandidatesWithoutAGpuAreRefusedWithAReason)
{
    writeSuite(1);
    write("m/Math/double_0.cu", "// never compiled");
    // A GPU that does not exist.
    const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                             path("r.kloupe"), "--device", "cuda:99", "--json"});
    EXPECT_EQ(run.exitCode, 4);
    EXPECT_EQ(errorOf(run).at("code"), "environment");
    EXPECT_NE(
        errorOf(run).at("message").get<std::string>().find("the platform cuda cannot be used here"),
        std::string::npos);
    EXPECT_NE(errorOf(run).at("hint").get<std::string>(), "");
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
}

TEST_F(RefusalTest, FilesThatAreNotStores)
{
    write("text.kloupe", "this is no database, but long enough to be looked at as if it were one");
    const auto check = kloupe({"check", path("text.kloupe"), "--json"});
    EXPECT_EQ(check.exitCode, 3);
    EXPECT_NE(errorOf(check).at("where").get<std::string>().find("text.kloupe"), std::string::npos);
    EXPECT_EQ(kloupe({"check", path("absent.kloupe")}).exitCode, 3);
    EXPECT_EQ(kloupe({"query", "--store", path("text.kloupe")}).exitCode, 3);
    EXPECT_EQ(*readFile(root() / "text.kloupe"),
              "this is no database, but long enough to be looked at as if it were one");
}

TEST_F(RefusalTest, FilterErrorsPointAtTheCharacter)
{
    writeSuite(1);
    writeCandidate("m/Math/double_0.cpp", honestBody());
    ASSERT_EQ(kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                      path("r.kloupe"), "--no-timing"})
                  .exitCode,
              0);
    const auto query
        = kloupe({"query", "status:correct colour:red", "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(query.exitCode, 3);
    EXPECT_EQ(errorOf(query).at("where"), "character 16");
}

TEST_F(RefusalTest, NamesABadCorpusLineAndWritesNothing)
{
    write("corpus.jsonl", "{\"task_id\": \"Math/exp.py\"}\n");
    const auto import = kloupe(
        {"import", "kbx-corpus", path("corpus.jsonl"), "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(import.exitCode, 3);
    EXPECT_NE(errorOf(import).at("where").get<std::string>().find("corpus.jsonl:1"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
}

} // namespace loupe
