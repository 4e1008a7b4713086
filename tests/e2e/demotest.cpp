// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <set>
#include <string>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

using DemoTest = test::KloupeTest;

TEST_F(DemoTest, HonestMethodsPassEveryTask)
{
    const std::string tasks = std::string(LOUPE_SOURCE_DIR) + "/tasks";
    for (const char *method : {"plain", "blocked"}) {
        const auto run = kloupe({"run", "--suite", tasks, "--candidates", tasks + "/demo/" + method,
                                 "--store", path("r.kloupe"), "--no-timing", "--json"});
        ASSERT_EQ(run.exitCode, 0) << run.err;
        EXPECT_GE(run.json().at("evaluated"), 60);
        EXPECT_EQ(run.json().at("correct"), run.json().at("evaluated")) << run.err;
    }
}

TEST_F(DemoTest, FailingMethodFailsInManyWaysAndIsNeverTimed)
{
    const std::string tasks = std::string(LOUPE_SOURCE_DIR) + "/tasks";
    const auto run = kloupe({"run", "--suite", tasks, "--candidates", tasks + "/demo/failing",
                             "--store", path("r.kloupe"), "--call-seconds", "5", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.json().at("correct"), 0) << run.err;
    EXPECT_EQ(run.json().at("infra_errors"), 0) << run.err;
    std::set<std::string> verdicts;
    const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
    const Json found = query.json();
    for (const Json &row : found.at("rows")) {
        verdicts.insert(row.at("verdict").get<std::string>());
        EXPECT_TRUE(row.at("speedup").is_null()) << row.dump();
    }
    EXPECT_GE(verdicts.size(), 15u) << Json(verdicts).dump();
}

TEST_F(DemoTest, ARecordedDialogueIsReplayedAndLabelled)
{
    const std::string root = LOUPE_SOURCE_DIR;
    std::ifstream file(root + "/resources/demo/tasks.txt");
    std::string tasks;
    std::getline(file, tasks);
    const auto made = kloupe({"generate", path("r.kloupe"), "--suite", root + "/tasks", "--profile",
                              root + "/resources/demo/dialogue.json", "--replay",
                              root + "/resources/demo/dialogue.jsonl", "--tasks", tasks,
                              "--no-timing", "--json"});
    ASSERT_EQ(made.exitCode, 0) << made.err;
    EXPECT_EQ(made.json().at("end"), "answered") << made.err;
    EXPECT_EQ(made.json().at("candidates"), 24);
    EXPECT_EQ(made.json().at("evaluation").at("infra_errors"), 0) << made.err;
    EXPECT_EQ(made.err.find("is not the recorded one"), std::string::npos) << made.err;
    const auto demo = kloupe({"query", "--store", path("r.kloupe"), "demo:no", "--json"});
    EXPECT_EQ(demo.json().at("rows").size(), 0U) << "all of it is demo data";
    const auto steps
        = kloupe({"stats", path("r.kloupe"), "method:demo-dialogue", "--show", "rounds", "--json"});
    int rescued = 0;
    int broken = 0;
    const Json stats = steps.json();
    for (const Json &step : stats.at("rounds").at("steps")) {
        rescued += step.at("rescued").get<int>();
        broken += step.at("broken").get<int>();
    }
    EXPECT_EQ(rescued, 5) << stats.at("rounds").dump();
    EXPECT_EQ(broken, 2);
}

} // namespace loupe
