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
    /// Returns every evaluation with its result, seeds included.
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

TEST_F(PresetTest, EveryOptionOfTheCommandLineIsKept)
{
    std::vector<std::string> given{"run", "--store", path("r.kloupe"), "--save-preset", "all"};
    const auto add = [&](std::vector<std::string> words) {
        given.insert(given.end(), words.begin(), words.end());
    };
    add({"--suite", path("suite"), "--layout", "tritonbench-g", "--candidates", path("m")});
    add({"--method", "mine", "--tasks", "softmax", "--samples", "3", "--jobs", "7", "--on",
         "ssh:node", "--platform", "triton"});
    add({"--device", "cuda:1", "--library", "pure", "--no-controls", "--no-timing"});
    add({"--call-seconds", "8.5", "--build-seconds", "7.5", "--memory", "0.5"});
    add({"--max-timing-seconds", "2", "--timing-interval", "0.25", "--timing", "do_bench"});
    add({"--cache", "warm", "--rotate", "5", "--baseline", "compile-reduce-overhead,eager"});
    add({"--python", "/usr/bin/python3", "--full-headers", "--fast-inputs"});
    write("shapes.json", "{\"level1/1\": [{\"dim\": 4}]}\n");
    add({"--precision", "float16", "--backward", "--shapes", path("shapes.json")});
    add({"--stop-at-first-failure", "--protocol", "strict", "--suite-rules", "as_intended"});
    add({"--toggle", "seeds=as_shipped", "--toggle", "poison=off"});
    const auto kept = kloupe(given);
    ASSERT_EQ(kept.exitCode, 0) << kept.err;
    const auto preset = kloupe({"presets", "show", "all", "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(preset.exitCode, 0) << preset.err;
    // Options that were not given have the struct's defaults.
    const Json limits{{"build_seconds", 7.5},    {"call_seconds", 8.5},    {"cpu_seconds", 120.0},
                      {"memory_bytes", 1 << 29}, {"file_bytes", 16 << 20}, {"processes", 64}};
    Json pythonLimits = limits;
    pythonLimits.update({{"cpu_seconds", 3600.0}, {"file_bytes", 16LL << 30}, {"processes", 512}});
    Json expected{{"kernelloupe_preset", 1}, {"name", "all"}, {"place", "ssh:node"}};
    expected.update({{"suite", path("suite")}, {"candidates", {path("m")}}, {"method", "mine"}});
    expected["layout"] = "tritonbench-g";
    expected.update({{"tasks", "softmax"}, {"samples", 3}, {"jobs", 7}, {"controls", false}});
    expected.update({{"platform", "triton"}, {"device", "cuda:1"}, {"library", "pure"}});
    expected.update({{"sandbox", "bubblewrap"}, {"limits", limits}});
    expected["timing"] = Json::parse(R"({"enabled": false, "relative_interval": 0.25,
        "minimum_seconds": 0.05, "maximum_seconds": 2.0, "minimum_blocks": 8,
        "block_seconds": 0.004, "slow_seconds": 0.1, "clock": "do_bench", "cache": "warm",
        "rotated_inputs": 5, "rotated_bytes": 4294967296})");
    expected["python"] = Json::parse(R"({"interpreter": "/usr/bin/python3", "full_headers": true,
        "protocol": "strict", "suite_rules": "as_intended",
        "suite_toggles": {"seeds": "as_shipped"}, "strict_points": {"poison": "off"},
        "baseline": "compile-reduce-overhead", "fast_inputs": true, "stop_at_first_failure": true,
        "counters": false, "precision": "float16", "backward": true,
        "further_baselines": ["eager"]})");
    expected["python"]["shapes"] = R"({"level1/1":[{"dim":4}]})";
    expected["python"]["limits"] = pythonLimits;
    EXPECT_EQ(preset.json(), expected) << Json::diff(expected, preset.json());
}

TEST_F(PresetTest, EveryValueOfAnOptionIsKept)
{
    const auto kept = [&](const std::string &option, const std::string &word) {
        const auto run = kloupe({"run", "--store", path("r.kloupe"), "--save-preset", "w",
                                 "--candidates", path("m"), option, word, "--json"});
        EXPECT_EQ(run.exitCode, 0) << run.err;
        return run.json().at("preset");
    };
    for (const char *word : {"pure", "mixed", "any"})
        EXPECT_EQ(kept("--library", word).at("library"), word);
    for (const char *word : {"cupti", "cuda_event", "do_bench", "host"})
        EXPECT_EQ(kept("--timing", word).at("timing").at("clock"), word);
    for (const char *word : {"cold", "warm"})
        EXPECT_EQ(kept("--cache", word).at("timing").at("cache"), word);
    for (const char *word :
         {"eager", "eager-ieee", "compile", "compile-reduce-overhead", "compile-max-autotune",
          "compile-max-autotune-no-graphs", "cuda-graph"})
        EXPECT_EQ(kept("--baseline", word).at("python").at("baseline"), word);
    for (const char *word : {"auto", "float32", "float16", "bfloat16", "float16,float32"})
        EXPECT_EQ(kept("--precision", word).at("python").at("precision"), word);
    for (const char *word : {"suite", "strict", "both"})
        EXPECT_EQ(kept("--protocol", word).at("python").at("protocol"), word);
    for (const char *word : {"as_shipped", "as_intended"})
        EXPECT_EQ(kept("--suite-rules", word).at("python").at("suite_rules"), word);
}

TEST_F(PresetTest, DryRunComparesWithTheBaseline)
{
    ASSERT_EQ(keep().exitCode, 0);
    const std::string store = path("r.kloupe");
    const auto dry = [&] {
        return kloupe({"run", "nightly", "--store", store, "--dry-run", "--json"});
    };
    EXPECT_EQ(dry().json().at("baseline"), nullptr);
    const auto first = kloupe({"run", "nightly", "--store", store, "--name", "first"});
    ASSERT_EQ(first.exitCode, 0) << first.out << first.err;
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
    EXPECT_NE((spoken.out + spoken.err).find("\"first\" differs from this run"), std::string::npos)
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
