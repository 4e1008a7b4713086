// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runpreset.h"

#include "core/base/files.h"
#include "core/engine/request/optionwords.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <tuple>

#include "tests/core/engine/unusualrequest.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

using test::unusualPreset;

TEST(RunPreset, RoundTripsEveryOption)
{
    const Json unusual = toJson(unusualPreset());
    const auto read = parsePreset(unusual.dump(), "p.json");
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(toJson(*read), unusual);
    EXPECT_EQ(read->request.python.strictPoints, unusualPreset().request.python.strictPoints);
    // An option that unusualPreset() forgets still has its default, which fails here.
    const Json usual = toJson(RunPreset());
    const Json leaves = usual.flatten();
    for (const auto &[key, value] : leaves.items()) {
        const Json::json_pointer option(key);
        if (key != "/kernelloupe_preset" && key != "/sandbox") { // the same in every preset
            EXPECT_NE(unusual.at(option), usual.at(option)) << key;
        }
    }
}

TEST(RunPreset, MissingFieldsHaveDefaults)
{
    const auto read
        = parsePreset(R"({"kernelloupe_preset": 1, "timing": {"enabled": false}})", "p");
    ASSERT_TRUE(read) << read.error().text();
    RunPreset expected;
    expected.request.timing.enabled = false;
    EXPECT_EQ(toJson(*read), toJson(expected));
}

TEST(RunPreset, EveryProblemIsNamedByItsField)
{
    const auto read = parsePreset(
        R"({"kernelloupe_preset": 1, "jobs": 5000, "sample": 1, "tasks": "status:(",
            "limits": {"call_seconds": 0}, "library": "some",
            "python": {"strict_points": {"poison": "as_shipped"}, "baseline": 1}})",
        "p.json");
    ASSERT_FALSE(read);
    for (const char *where : {"p.json:sample: is not a known field", "p.json:library: \"some\"",
                              "p.json:python.strict_points: ", "p.json:python.baseline: "})
        EXPECT_NE(read.error().detail.find(where), std::string::npos) << where << "\n"
                                                                      << read.error().detail;
    const auto ranges = parsePreset(
        R"({"kernelloupe_preset": 1, "jobs": 5000, "limits": {"call_seconds": 0},
            "samples": -1, "timing": {"minimum_seconds": 3}, "tasks": "\"open"})",
        "p.json");
    ASSERT_FALSE(ranges);
    for (const char *where : {"p.json:jobs: ", "p.json:limits.call_seconds: ", "p.json:samples: ",
                              "p.json:timing.maximum_seconds: ", "p.json:tasks: "})
        EXPECT_NE(ranges.error().detail.find(where), std::string::npos) << where << "\n"
                                                                        << ranges.error().detail;
}

TEST(RunPreset, AnUnknownFurtherBaselineIsNamed)
{
    const auto read = parsePreset(
        R"({"kernelloupe_preset": 1, "python": {"further_baselines": ["compile", "guess"]}})",
        "p.json");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().where, "p.json:python.further_baselines");
}

TEST(RunPreset, AFieldOfAnotherTypeIsNamed)
{
    const Json usual = toJson(unusualPreset());
    const Json leaves = usual.flatten();
    for (const auto &[key, value] : leaves.items()) {
        if (key == "/kernelloupe_preset")
            continue;
        Json wrong = usual;
        wrong[Json::json_pointer(key)] = value.is_object() ? Json(1) : Json::object({{"a", 1}});
        const auto read = parsePreset(wrong.dump(), "p.json");
        ASSERT_FALSE(read) << key;
        EXPECT_EQ(read.error().code, Errc::InvalidInput);
        EXPECT_TRUE(read.error().where.starts_with("p.json:")) << key << ": " << read.error().where;
    }
}

TEST(RunPreset, RefusesNumbersOutOfRange)
{
    for (const char *field :
         {"/jobs", "/samples", "/timing/minimum_blocks", "/timing/rotated_inputs"}) {
        for (const char *number :
             {"4294967297", "-4294967295", "18446744073709551615", "1.0", "1e3"}) {
            Json preset = toJson(RunPreset());
            preset[Json::json_pointer(field)] = Json::parse(number);
            const auto read = parsePreset(preset.dump(), "p.json");
            ASSERT_FALSE(read) << field << " " << number;
            std::string name = std::string("p.json:") + (field + 1);
            std::replace(name.begin(), name.end(), '/', '.');
            EXPECT_EQ(read.error().where, name) << number;
        }
    }
    EXPECT_FALSE(
        parsePreset(R"({"kernelloupe_preset": 1, "timing": {"slow_seconds": 1e999}})", "p"));
}

TEST(RunPreset, RefusesDuplicateSettings)
{
    const auto twice
        = parsePreset("{\"kernelloupe_preset\": 1, \"jobs\": 1,\n \"jobs\": 2}", "p.json");
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("\"jobs\" occurs twice"), std::string::npos);
}

TEST(RunPreset, ReadsEveryClockAndToggleState)
{
    for (const auto &method : optionValues<std::optional<TimingMethod>>()) {
        RunPreset preset;
        preset.request.timing.method = method;
        const auto read = parsePreset(toJson(preset).dump(), "p");
        ASSERT_TRUE(read) << read.error().detail;
        EXPECT_EQ(read->request.timing.method, method);
    }
    for (const auto &[state, toggles, points] : {std::tuple("as_shipped", true, false),
                                                 {"as_intended", true, false},
                                                 {"on", false, true},
                                                 {"off", false, true},
                                                 {"not_yet", false, false},
                                                 {"", false, false}}) {
        const Json choice{{"some_toggle", state}};
        const Json suite{{"kernelloupe_preset", 1}, {"python", {{"suite_toggles", choice}}}};
        EXPECT_EQ(static_cast<bool>(parsePreset(suite.dump(), "p")), toggles) << state;
        const Json strict{{"kernelloupe_preset", 1}, {"python", {{"strict_points", choice}}}};
        EXPECT_EQ(static_cast<bool>(parsePreset(strict.dump(), "p")), points) << state;
    }
}

TEST(RunPreset, RecordsSettingsOfTheFile)
{
    const auto said = parsePreset(
        R"({"kernelloupe_preset": 1, "place": "ssh:x", "sandbox": "none",
            "python": {"interpreter": "/x/python"}})",
        "shared.json");
    ASSERT_TRUE(said) << said.error().text();
    EXPECT_EQ(said->request.sandbox, SandboxMode::Bubblewrap) << "a preset cannot leave it";
    EXPECT_EQ(said->request.fromFile.source, "shared.json");
    EXPECT_TRUE(said->request.fromFile.leavesSandbox);
    EXPECT_TRUE(said->request.fromFile.namesPlace);
    EXPECT_TRUE(said->request.fromFile.namesInterpreter);
    const auto silent
        = parsePreset(R"({"kernelloupe_preset": 1, "place": "local"})", "shared.json");
    ASSERT_TRUE(silent);
    EXPECT_FALSE(silent->request.fromFile.leavesSandbox);
    EXPECT_FALSE(silent->request.fromFile.namesPlace) << "this machine is no place elsewhere";
    EXPECT_FALSE(silent->request.fromFile.namesInterpreter);
}

TEST(RunPreset, TypedOptionsOverrideIt)
{
    RunRequest given;
    given.sandbox = SandboxMode::None;
    given.unconfinedAsRoot = true;
    given.seed = "00ff";
    given.shard = {2, 3};
    given.job = "j";
    const RunRequest found = requestOf(unusualPreset(), given);
    EXPECT_EQ(found.sandbox, SandboxMode::None);
    EXPECT_TRUE(found.unconfinedAsRoot);
    EXPECT_EQ(found.seed, "00ff");
    EXPECT_EQ(found.shard, (Shard{2, 3}));
    EXPECT_EQ(found.job, "j");
    EXPECT_EQ(found.jobs, 7) << "all else is the preset's";
    RunPreset local = unusualPreset();
    local.place = "local";
    EXPECT_EQ(requestOf(local, given).place, "");
}

TEST(RunPreset, OtherVersionsAndOtherFilesAreRefused)
{
    EXPECT_EQ(parsePreset(R"({"kernelloupe_preset": 2})", "p").error().code, Errc::Unsupported);
    EXPECT_EQ(parsePreset(R"({"jobs": 2})", "p").error().code, Errc::InvalidInput);
    EXPECT_EQ(parsePreset("[1]", "p").error().code, Errc::InvalidInput);
    EXPECT_EQ(parsePreset("{", "p").error().code, Errc::InvalidInput);
}

using PresetPlaces = test::FolderTest;

TEST_F(PresetPlaces, AreTheStoreByNameAndFiles)
{
    const std::filesystem::path store = root() / "r.kloupe";
    {
        const auto writer = StoreWriter::open(store);
        ASSERT_TRUE(writer);
        ASSERT_TRUE((*writer)->savePreset({"Nightly", toJson(unusualPreset()).dump(), {}}));
    }
    write("p.json", toJson(unusualPreset()).dump());
    const auto byName = findPreset("nightly", store);
    ASSERT_TRUE(byName) << byName.error().text();
    EXPECT_EQ(byName->name, "Nightly");
    const auto byFile = findPreset((root() / "p.json").string(), {});
    ASSERT_TRUE(byFile) << byFile.error().text();
    EXPECT_EQ(byFile->request.samples, 3);
    const auto missing = findPreset("weekly", store);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
    EXPECT_NE(missing.error().hint.find("Nightly"), std::string::npos);
}

TEST_F(PresetPlaces, RefusesTooLongAndMissingFiles)
{
    EXPECT_EQ(findPreset((root() / "none.json").string(), {}).error().code, Errc::NotFound);
    write("long.json", std::string((1 << 20) + 1, ' '));
    EXPECT_EQ(findPreset((root() / "long.json").string(), {}).error().code, Errc::InvalidInput);
    write("folder.json/a", "");
    EXPECT_EQ(findPreset((root() / "folder.json").string(), {}).error().code, Errc::InvalidInput);
    EXPECT_FALSE(findPreset("nightly", root() / "none.kloupe")) << "there is no store";
}

TEST_F(PresetPlaces, SuggestsSavingAPreset)
{
    const std::filesystem::path store = root() / "r.kloupe";
    ASSERT_TRUE(StoreWriter::open(store));
    const auto missing = findPreset("nightly", store);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().hint.find("--save-preset"), std::string::npos);
}

TEST_F(PresetPlaces, SaveAndReturnPresets)
{
    RunPreset unusual = unusualPreset();
    RunRequest asked = unusual.request;
    asked.place = unusual.place;
    asked.store = root() / "r.kloupe";
    asked.name = "tonight";
    asked.resume = true;
    asked.dryRun = true;
    const auto made = presetOf(asked, unusual.name);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(toJson(*made), toJson(unusual));
    ASSERT_TRUE(keepPreset(*made, asked.store));
    const auto plain = presetOf(asked, "plain");
    ASSERT_TRUE(plain);
    ASSERT_TRUE(keepPreset(*plain, asked.store));
    for (const char *file : {"a/b", "nightly.json"})
        EXPECT_EQ(keepPreset({file, "local", asked}, asked.store).error().code, Errc::InvalidInput);
    RunRequest given;
    given.store = asked.store;
    given.name = "tomorrow";
    const auto again = findPreset("plain", asked.store);
    ASSERT_TRUE(again) << again.error().text();
    const RunRequest back = requestOf(*again, given);
    EXPECT_EQ(back.name, "tomorrow");
    EXPECT_EQ(back.place, "ssh:node");
    EXPECT_FALSE(back.resume || back.dryRun) << "these are no part of a preset";
    EXPECT_EQ(toJson(*presetOf(back, "plain")), toJson(*plain));
    asked.jobs = 5000;
    EXPECT_EQ(presetOf(asked, "plain").error().code, Errc::InvalidInput);
}

} // namespace loupe
