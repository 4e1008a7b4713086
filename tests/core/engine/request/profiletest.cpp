// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/profile.h"

#include "core/engine/request/optionwords.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "tests/core/engine/madeupengine.h"
#include "tests/core/engine/unusualrequest.h"

namespace loupe {

namespace {

/// Returns a request in which every option differs from its default. Excludes the choice of
/// evaluations, which belongs to each run.
RunRequest unusualRequest()
{
    RunRequest request = test::unusualPreset().request;
    request.candidates.clear();
    request.method.clear();
    request.taskFilter.clear();
    request.samples = 0;
    return request;
}

/// Returns the profile that a plan of this suite stores for the request.
template <typename Suite>
std::string stored(const RunRequest &request)
{
    Plan plan;
    plan.suite = Suite();
    if (!request.python.precisions.empty() && std::is_same_v<Suite, Benchmark>)
        plan.precision = suiteWord(request.python.precisions.front()); // as makePlan() does
    test::MadeUpEngine engine;
    engine.useSeed("0123");
    return profileJson(request, plan, engine.seed(), engine.profile());
}

} // namespace

TEST(Profile, RestoresTheRequest)
{
    const std::string native = stored<NativeSuite>(unusualRequest());
    const std::string python = stored<Benchmark>(unusualRequest());
    RunRequest plain;
    plain.suite = "/suites/mine";
    const std::string usual = stored<Benchmark>(plain);
    EXPECT_NE(python, usual);
    auto fromNative = requestFromProfile(native);
    auto fromPython = requestFromProfile(python);
    const auto fromUsual = requestFromProfile(usual);
    ASSERT_TRUE(fromNative) << fromNative.error().text();
    ASSERT_TRUE(fromPython) << fromPython.error().text();
    ASSERT_TRUE(fromUsual) << fromUsual.error().text();
    for (RunRequest request : {*fromNative, *fromPython}) {
        EXPECT_EQ(request.sandbox, SandboxMode::Bubblewrap) << "nothing stored leaves the sandbox";
        EXPECT_TRUE(request.fromFile.leavesSandbox);
        EXPECT_TRUE(request.fromFile.namesInterpreter);
    }
    EXPECT_FALSE(fromUsual->fromFile.leavesSandbox || fromUsual->fromFile.namesInterpreter);
    fromNative->sandbox = fromPython->sandbox = SandboxMode::None;
    EXPECT_EQ(stored<NativeSuite>(*fromNative), native);
    EXPECT_EQ(stored<Benchmark>(*fromPython), python);
    EXPECT_EQ(stored<Benchmark>(*fromUsual), usual);
    EXPECT_EQ(fromPython->timing.method, TimingMethod::Host);
    EXPECT_EQ(fromUsual->timing.method, std::nullopt);
}

// Format of version 0.2.0. Stores of that version are readable as long as this holds.
TEST(Profile, IsWrittenUnchanged)
{
    RunRequest request = test::unusualPreset().request;
    request.python.precisions.clear(); // newer than that version, like the next three
    request.python.backward = false;
    request.python.shapes.clear();
    request.python.furtherBaselines.clear();
    Json expected = Json::parse(R"({
        "schema": 1, "seed": "0123", "engine": {"threads": 3}, "methods": [],
        "suite": {"name": "", "folder": "/suites/mine", "layout": "tritonbench-g", "hash": ""},
        "candidates": ["/c/one", "/c/two"], "task_filter": "category:Math", "method": "m",
        "samples": 3, "library": "pure", "sandbox": "none",
        "options": {"python": "/usr/bin/python3", "platform": "triton", "device": "cuda:1",
                    "protocol": "strict", "full_headers": true, "suite_rules": "as_intended",
                    "suite_toggles": {"seeds": "as_shipped"},
                    "strict_points": {"repeatable": "off", "poison": "on"},
                    "baseline": "cuda-graph", "fast_inputs": true, "stop_at_first_failure": true,
                    "jobs": 7, "controls": false, "counters": true},
        "limits": {"build_seconds": 7.5, "call_seconds": 8.5, "cpu_seconds": 9.5,
                   "memory_bytes": 10, "file_bytes": 11, "processes": 12},
        "timing": {"enabled": false, "relative_interval": 0.5, "minimum_seconds": 0.25,
                   "maximum_seconds": 2.0, "minimum_blocks": 3, "slow_seconds": 4.0,
                   "block_seconds": 0.125, "method": "host", "cache": "warm", "rotated_inputs": 5,
                   "rotated_bytes": 6, "baseline": "cuda-graph"}})");
    EXPECT_EQ(stored<Benchmark>(request), expected.dump());
    expected["suite"]["name"] = "native";
    expected["limits"] = Json::parse(R"({"build_seconds": 1.5, "call_seconds": 2.5,
        "cpu_seconds": 3.5, "memory_bytes": 4, "file_bytes": 5, "processes": 6})");
    for (const char *key : {"method", "cache", "rotated_inputs", "rotated_bytes", "baseline"})
        expected["timing"].erase(key);
    EXPECT_EQ(stored<NativeSuite>(request), expected.dump());
}

TEST(Profile, ResumesWithEveryOption)
{
    RunPreset unusual = test::unusualPreset();
    Json profile = Json::parse(stored<Benchmark>(unusual.request));
    profile["place"] = unusual.place; // added by remote runs
    const auto request = requestToGoOn(profile.dump());
    ASSERT_TRUE(request) << request.error().detail;
    EXPECT_TRUE(request->fromFile.namesPlace);
    // A profile stores only one set of limits.
    unusual.request.limits = unusual.request.python.limits;
    EXPECT_EQ(toJson(RunPreset{unusual.name, request->place, *request}), toJson(unusual));
}

TEST(Profile, NamesTheRunOfSeveralPrecisions)
{
    RunRequest part = unusualRequest();
    EXPECT_EQ(groupOf(stored<Benchmark>(part)), PrecisionGroup());
    part.partOf = {"nightly", {RunPrecision::Float32, RunPrecision::BFloat16}};
    const std::string text = stored<Benchmark>(part);
    EXPECT_EQ(groupOf(text), part.partOf);
    EXPECT_EQ(requestFromProfile(text)->python.precisions, std::vector{RunPrecision::BFloat16})
        << "a result is repeated in its own precision";
    for (const char *wrong :
         {R"({"part_of": "nightly"})", R"({"part_of": {"run": "nightly"}})",
          R"({"part_of": {"run": "nightly", "precisions": "float7"}})", "no JSON"})
        EXPECT_EQ(groupOf(wrong), PrecisionGroup()) << wrong;
}

TEST(Profile, UsesThePlatformOfTheSubmissionsByDefault)
{
    RunRequest plain;
    plain.suite = "/suites/mine";
    Json json = Json::parse(stored<Benchmark>(plain));
    json["engine"]["platform"] = "triton";
    EXPECT_EQ(requestFromProfile(json.dump())->python.platform, "triton");
    json["options"]["platform"] = "cuda";
    EXPECT_EQ(requestFromProfile(json.dump())->python.platform, "cuda");
}

TEST(Profile, RequiresACompleteProfile)
{
    Json json = Json::parse(stored<Benchmark>(unusualRequest()));
    json["options"]["baseline"] = "guess";
    const auto unknown = requestFromProfile(json.dump());
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::InvalidInput);
    EXPECT_EQ(unknown.error().where, "run profile:options.baseline");
    json.erase("options");
    const auto older = requestFromProfile(json.dump());
    ASSERT_FALSE(older);
    EXPECT_EQ(older.error().code, Errc::Unsupported);
}

// A store may come from an untrusted source, so a profile has the limits of a preset.
TEST(Profile, NumbersOutOfRangeAreRefusedByTheirField)
{
    const std::pair<const char *, Json> wrong[] = {
        {"/options/jobs", 1'000'000},      {"/options/jobs", -1},
        {"/limits/call_seconds", 0},       {"/limits/memory_bytes", -5},
        {"/limits/processes", 0},          {"/timing/relative_interval", 1.0},
        {"/timing/minimum_blocks", 0},     {"/timing/block_seconds", 0},
        {"/timing/rotated_inputs", 1025},  {"/timing/rotated_bytes", 0},
        {"/timing/maximum_seconds", 1e-9}, {"/timing/slow_seconds", -1},
    };
    for (const auto &[field, value] : wrong) {
        Json json = Json::parse(stored<Benchmark>(unusualRequest()));
        json[Json::json_pointer(field)] = value;
        const auto request = requestFromProfile(json.dump());
        ASSERT_FALSE(request) << field;
        EXPECT_EQ(request.error().code, Errc::InvalidInput) << field;
        std::string name = std::string("run profile:") + (field + 1);
        std::replace(name.begin(), name.end(), '/', '.');
        EXPECT_EQ(request.error().where, name);
    }
}

TEST(Profile, ValidatesProfilesOfResumedRuns)
{
    for (const auto &[field, value] :
         {std::pair<const char *, Json>{"samples", -1}, {"task_filter", "\"open"}}) {
        Json json = Json::parse(stored<Benchmark>(test::unusualPreset().request));
        json[field] = value;
        const auto request = requestToGoOn(json.dump());
        ASSERT_FALSE(request) << field;
        EXPECT_EQ(request.error().where, std::string("run profile:") + field);
    }
}

TEST(Profile, RefusesATruncatedProfile)
{
    const std::string whole = stored<Benchmark>(test::unusualPreset().request);
    for (std::size_t length = 0; length < whole.size(); length += 13) {
        const std::string cut = whole.substr(0, length);
        EXPECT_FALSE(requestFromProfile(cut)) << length;
        EXPECT_FALSE(requestToGoOn(cut)) << length;
        EXPECT_FALSE(parseProfile(cut)) << length;
    }
}

TEST(Profile, ReturnsSettingsThatAResumeMustShare)
{
    RunRequest request;
    request.suite = "/suites/mine";
    Plan plan;
    NativeSuite suite;
    suite.hash = "abc";
    plan.suite = suite;
    plan.methods = {{"first", {}, {}, false}, {"second \"quoted\"", {}, {}, false}};
    test::MadeUpEngine engine;
    engine.useSeed("0123");
    const auto profile = parseProfile(profileJson(request, plan, engine.seed(), engine.profile()));
    ASSERT_TRUE(profile) << profile.error().text();
    EXPECT_EQ(profile->suiteHash, "abc");
    EXPECT_EQ(profile->seed, "0123");
    EXPECT_EQ(profile->methods, (std::vector<std::string>{"first", "second \"quoted\""}));
}

TEST(Profile, RefusesCorruptAndInvalidProfiles)
{
    EXPECT_FALSE(parseProfile("not json"));
    const auto empty = parseProfile("{}");
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, Errc::Corrupt);
}

} // namespace loupe
