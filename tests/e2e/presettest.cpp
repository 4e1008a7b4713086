// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include <set>
#include <string>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class PresetTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        if (IsSkipped())
            return;
        writeSuite(3);
        for (int task = 0; task < 3; ++task) {
            for (int sample = 0; sample < 3; ++sample)
                writeCandidate("m/Math/double_" + std::to_string(task) + "/sample_"
                                   + std::to_string(sample) + ".cpp",
                               sample == 1 ? "return 7;" : honestBody());
        }
    }
    test::KloupeResult keep()
    {
        return kloupe({"run", "--suite", path("suite"), "--candidates", path("m"), "--store",
                       path("r.kloupe"), "--no-timing", "--tasks", "category:Math -double_2",
                       "--save-preset", "nightly"});
    }
    /// Every evaluation with what it came to, seeds included.
    std::set<std::string> rows(const std::string &store)
    {
        std::set<std::string> out;
        const auto query = kloupe({"sql", path(store),
                                   "SELECT r.name, t.name, e.sample, e.verdict, "
                                   "group_concat(i.seed) FROM evaluation e JOIN run r ON r.id = "
                                   "e.run_id JOIN task t ON t.id = e.task_id LEFT JOIN trial i ON "
                                   "i.evaluation_id = e.id GROUP BY e.id",
                                   "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        const Json document = query.json();
        for (const Json &row : document.at("rows"))
            out.insert(row.dump());
        return out;
    }
};

} // namespace

TEST_F(PresetTest, TheSameRunFromOptionsStoreAndFile)
{
    ASSERT_EQ(keep().exitCode, 0);
    const auto dry = kloupe(
        {"run", "--preset", "NIGHTLY", "--store", path("r.kloupe"), "--dry-run", "--json"});
    ASSERT_EQ(dry.exitCode, 0) << dry.err;
    EXPECT_EQ(dry.json().at("evaluations"), 6);
    EXPECT_EQ(dry.json().at("estimate").at("seconds"), nullptr) << "nothing is known yet";
    const auto ran = kloupe({"run", "--preset", "nightly", "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.json().at("evaluated"), 6);
    const auto again = kloupe(
        {"run", "--preset", "nightly", "--store", path("r.kloupe"), "--dry-run", "--json"});
    const Json estimate = again.json().at("estimate");
    EXPECT_GT(estimate.at("seconds"), 0);
    EXPECT_LE(estimate.at("seconds_low"), estimate.at("seconds"));
    EXPECT_GE(estimate.at("seconds_high"), estimate.at("seconds"));
    EXPECT_EQ(estimate.at("evaluations_with_history"), 6);

    ASSERT_EQ(
        kloupe({"presets", "export", "nightly", "--store", path("r.kloupe"), "-o", path("p.json")})
            .exitCode,
        0);
    const auto file = kloupe({"run", path("p.json"), "--store", path("s.kloupe"), "--json"});
    ASSERT_EQ(file.exitCode, 0) << file.err;
    EXPECT_EQ(file.json().at("evaluated"), 6);
    EXPECT_EQ(
        kloupe({"run", "--preset", "nightly", "--store", path("r.kloupe"), "--jobs", "1"}).exitCode,
        2)
        << "options beside a preset would be two truths";
}

TEST_F(PresetTest, ADryRunSaysWhetherTheBaselineIsLikeIt)
{
    ASSERT_EQ(keep().exitCode, 0);
    const std::string store = path("r.kloupe");
    const auto dry = [&] {
        return kloupe({"run", "nightly", "--store", store, "--dry-run", "--json"});
    };
    EXPECT_EQ(dry().json().at("baseline"), nullptr);
    ASSERT_EQ(kloupe({"run", "nightly", "--store", store, "--name", "first"}).exitCode, 0);
    ASSERT_EQ(kloupe({"runs", store, "--baseline", "first", "--person", "me"}).exitCode, 0);
    const Json alike = dry().json().at("baseline");
    EXPECT_EQ(alike.at("run"), "first");
    EXPECT_TRUE(alike.at("differences").empty()) << alike;
    write("suite/Math/double_0/reference.cpp", doubleSource() + "// changed\n");
    const auto changed = dry();
    ASSERT_EQ(changed.exitCode, 0) << changed.err;
    ASSERT_EQ(changed.json().at("baseline").at("differences").size(), 1U);
    EXPECT_EQ(changed.json().at("baseline").at("differences")[0].at("what"),
              "content of the suite");
    const auto spoken = kloupe({"run", "nightly", "--store", store, "--dry-run"});
    EXPECT_NE((spoken.out + spoken.err).find("\"first\" is not like this run"), std::string::npos)
        << spoken.out << spoken.err;
}

TEST_F(PresetTest, PresetsAreListedClonedAndRemoved)
{
    ASSERT_EQ(keep().exitCode, 0);
    const std::string store = path("r.kloupe");
    EXPECT_EQ(kloupe({"presets", "clone", "nightly", "weekly", "--store", store}).exitCode, 0);
    EXPECT_EQ(kloupe({"presets", "clone", "nightly", "Weekly", "--store", store}).exitCode, 3);
    ASSERT_EQ(
        kloupe({"presets", "export", "weekly", "--store", store, "-o", path("p.json")}).exitCode,
        0);
    EXPECT_EQ(kloupe({"presets", "remove", "weekly", "--store", store}).exitCode, 0);
    EXPECT_EQ(
        kloupe({"presets", "save", path("p.json"), "--name", "third", "--store", store}).exitCode,
        0);
    const Json list = kloupe({"presets", "list", "--store", store, "--json"}).json();
    ASSERT_EQ(list.at("presets").size(), 2U);
    EXPECT_EQ(list.at("presets")[0].at("name"), "nightly");
    EXPECT_EQ(list.at("presets")[1].at("name"), "third");
    const auto missing = kloupe({"presets", "show", "weekly", "--store", store});
    EXPECT_EQ(missing.exitCode, 3);
    EXPECT_NE(missing.err.find("nightly"), std::string::npos) << missing.err;
}

TEST_F(PresetTest, ShardsOfOneJobAreOneRunOnceTheyAreMerged)
{
    ASSERT_EQ(keep().exitCode, 0);
    ASSERT_EQ(
        kloupe({"presets", "export", "nightly", "--store", path("r.kloupe"), "-o", path("p.json")})
            .exitCode,
        0);
    const auto part = [&](const std::string &store, const std::string &shard) {
        return kloupe({"run", "--preset", path("p.json"), "--store", path(store), "--shard", shard,
                       "--name", "x", "--job", "0123456789abcdef0123456789abcdef", "--json"});
    };
    const auto first = part("a.kloupe", "1/2");
    const auto second = part("b.kloupe", "2/2");
    ASSERT_EQ(first.exitCode, 0) << first.err;
    ASSERT_EQ(second.exitCode, 0) << second.err;
    EXPECT_EQ(first.json().at("evaluated").get<int>() + second.json().at("evaluated").get<int>(),
              6);
    ASSERT_EQ(part("whole.kloupe", "1/1").exitCode, 0);
    ASSERT_EQ(
        kloupe({"merge", path("a.kloupe"), path("b.kloupe"), "-o", path("all.kloupe")}).exitCode,
        0);
    EXPECT_EQ(rows("all.kloupe"), rows("whole.kloupe"));
    EXPECT_EQ(part("c.kloupe", "3/2").exitCode, 2);
    EXPECT_EQ(part("c.kloupe", "0/2").exitCode, 2);
    EXPECT_EQ(part("c.kloupe", "half").exitCode, 2);
}

} // namespace loupe
