// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "tests/core/records/kbxfixture.h"
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class AuditTest : public test::KloupeTest
{
protected:
    void importRecords(const std::vector<Json> &records, const std::string &run)
    {
        write(run + ".jsonl", test::kbxText(records));
        const auto imported = kloupe({"import", "kbx-corpus", path(run + ".jsonl"), "--name", run,
                                      "--store", path("r.kloupe")});
        ASSERT_EQ(imported.exitCode, 0) << imported.err;
    }
};

} // namespace

TEST_F(AuditTest, FindsWhatIsPlantedAndEndsWithThree)
{
    importRecords(test::kbxSample(), "planted");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--json"});
    EXPECT_EQ(audit.exitCode, 3);
    std::set<std::string> rules;
    const Json document = audit.json();
    for (const Json &found : document.at("findings")) {
        rules.insert(found.at("rule").get<std::string>());
        EXPECT_EQ(found.at("layer"), "record");
        EXPECT_FALSE(found.at("evaluations").empty());
        EXPECT_FALSE(found.at("numbers").empty());
    }
    // Math/add was timed again, Math/exp "rescued" without a change, no baseline has a time.
    EXPECT_TRUE(rules.contains("noise_increase"));
    EXPECT_TRUE(rules.contains("flaky_outcome"));
    EXPECT_TRUE(rules.contains("missing_time"));
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "planted"}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "absent"}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("absent.kloupe")}).exitCode, 3);
}

TEST_F(AuditTest, IsSilentAboutCleanRecords)
{
    // A compile fix that is still wrong: nothing is timed, nothing changes without a reason.
    importRecords(
        {test::kbxRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong", "v0", "v1")},
        "clean");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--json"});
    EXPECT_EQ(audit.exitCode, 0) << audit.out;
    EXPECT_TRUE(audit.json().at("findings").empty());
}

TEST_F(AuditTest, LooksAtOneRunWhereAsked)
{
    importRecords(
        {test::kbxRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong", "v0", "v1")},
        "clean");
    importRecords(test::kbxSample(), "planted");
    EXPECT_EQ(kloupe({"audit", path("r.kloupe")}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "clean"}).exitCode, 0);
}

} // namespace loupe
