// SPDX-License-Identifier: Apache-2.0
//
// Tests repeating stored candidates with kloupe rerun, and sharing them with kloupe bundle.
#include "core/base/files.h"
#include "core/store/read/storereader.h"

#include <fstream>
#include <set>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

class RerunTest : public test::KloupeTest
{
protected:
    /// Makes a store with a run of two candidates, one correct and one wrong.
    void runTwo()
    {
        writeSuite(2);
        writeCandidate("m/Math/double_0.cpp", honestBody());
        writeCandidate("m/Math/double_1.cpp", "return 0;");
        const auto run = kloupe({"run", "--suite", path("suite"), "--candidates", path("m"),
                                 "--store", store(), "--max-timing-seconds", "0.05", "--json"});
        ASSERT_EQ(run.exitCode, 0) << run.err;
        // The submission files are no longer needed.
        std::filesystem::remove_all(path("m"));
    }
    std::string store() { return path("r.kloupe"); }
    std::string idOf(const std::string &task)
    {
        const auto query = kloupe({"query", "task:Math/" + task, "--store", store(), "--json"});
        return std::to_string(query.json().at("rows").at(0).at("id").get<int>());
    }
    std::set<std::string> seedsOf(int evaluation)
    {
        std::set<std::string> out;
        const auto reader = StoreReader::open(store());
        const auto detail = (*reader)->detail(RowId{evaluation});
        for (const Trial &trial : detail->evaluation.trials)
            out.insert(trial.seed);
        return out;
    }
};

TEST_F(RerunTest, KeepsTheOldEvaluation)
{
    runTwo();
    const auto again = kloupe({"rerun", idOf("double_0"), idOf("double_1"), "--store", store(),
                               "--name", "again", "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    const Json document = again.json();
    EXPECT_EQ(document.at("run"), "again");
    ASSERT_EQ(document.at("compared").size(), 2U);
    for (const Json &pair : document.at("compared")) {
        EXPECT_EQ(pair.at("same_verdict"), true);
        EXPECT_NE(pair.at("was").at("id"), pair.at("is").at("id"));
        EXPECT_NE(seedsOf(pair.at("was").at("id")), seedsOf(pair.at("is").at("id")));
    }
    EXPECT_EQ(kloupe({"query", "--store", store(), "--json"}).json().at("found"), 4);
    EXPECT_EQ(kloupe({"check", store()}).exitCode, 0);
}

TEST_F(RerunTest, TheSameSeedsDrawTheSameInputs)
{
    runTwo();
    const auto again
        = kloupe({"rerun", idOf("double_1"), "--same-seeds", "--store", store(), "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    const Json pair = again.json().at("compared").at(0);
    const auto seeds = seedsOf(pair.at("was").at("id"));
    EXPECT_FALSE(seeds.empty());
    EXPECT_EQ(seeds, seedsOf(pair.at("is").at("id")));
}

TEST_F(RerunTest, RefusesEvaluationsThatCannotBeRepeated)
{
    runTwo();
    EXPECT_EQ(kloupe({"rerun", "99", "--store", store()}).exitCode, 3);
    EXPECT_EQ(kloupe({"rerun", idOf("double_0"), "--suite", path("nowhere"), "--store", store()})
                  .exitCode,
              3);
    const auto dry = kloupe({"rerun", idOf("double_0"), "--dry-run", "--store", store(), "--json"});
    EXPECT_EQ(dry.exitCode, 0) << dry.err;
    EXPECT_EQ(kloupe({"query", "--store", store(), "--json"}).json().at("found"), 2);
}

TEST_F(RerunTest, BundleIsSelfContained)
{
    const std::string program = LOUPE_BIN_DIR "/kloupe";
    runTwo();
    const auto bundled = kloupe(
        {"bundle", idOf("double_1"), "--store", store(), "-o", path("wrong.tar.gz"), "--json"});
    ASSERT_EQ(bundled.exitCode, 0) << bundled.err;
    std::filesystem::remove_all(path("suite"));
    std::filesystem::remove(store());
    const std::string unpack = "cd " + path("")
        + " && tar xzf wrong.tar.gz && KLOUPE_CACHE=$PWD/cache KLOUPE=" + program
        + " ./wrong/run.sh --json >out.json 2>err.txt";
    ASSERT_EQ(std::system(unpack.c_str()), 0) << readFile(path("err.txt")).value();
    const Json document = Json::parse(readFile(path("out.json")).value());
    EXPECT_EQ(document.at("compared").at(0).at("is").at("verdict"), "unwritten");
    EXPECT_EQ(document.at("compared").at(0).at("same_verdict"), true);

    // A changed file is detected before anything runs.
    std::ofstream(path("wrong/candidate.cpp"), std::ios::app) << "// changed\n";
    EXPECT_NE(
        std::system(("KLOUPE=" + program + " " + path("wrong/run.sh") + " 2>/dev/null").c_str()),
        0);
    EXPECT_EQ(
        kloupe({"bundle", "1", "--store", path("wrong/evaluation.kloupe"), "-o", path("wrong")})
            .exitCode,
        3)
        << "what is there is not overwritten";
}

} // namespace loupe
