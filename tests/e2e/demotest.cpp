// SPDX-License-Identifier: Apache-2.0
#include <set>

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

} // namespace loupe
