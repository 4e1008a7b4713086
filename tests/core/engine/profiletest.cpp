// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/profile.h"

#include "core/engine/contract/suiteengine.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

class FixedEngine final : public SuiteEngine
{
public:
    std::string protocol() const override { return "fixed-1"; }
    Environment environment() const override { return {}; }
    Json profile() const override { return {{"threads", 3}}; }
    const std::string &seed() const override { return m_seed; }
    void useSeed(std::string seed) override { m_seed = std::move(seed); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> & /*items*/, int /*jobs*/,
                                             const std::stop_token & /*stop*/) override
    {
        return std::vector<ControlReport>();
    }
    void expect(const std::vector<PlanItem> & /*items*/) override { }
    void done(const PlanItem & /*item*/) override { }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override { return nullptr; }

private:
    std::string m_seed;
};

/// Differs from the default in everything that a profile keeps.
RunRequest unusualRequest()
{
    RunRequest request;
    request.suite = "/suites/mine";
    request.library = LibraryPolicy::Pure;
    request.controls = false;
    request.jobs = 7;
    request.sandbox = SandboxMode::None;
    request.limits = {1.5, 2.5, 3.5, 4, 5, 6};
    request.python.limits = {7.5, 8.5, 9.5, 10, 11, 12};
    request.timing
        = {false, 0.5, 0.25, 2.0, 3, 0.125, 4.0, TimingMethod::Host, CacheState::Warm, 5, 6};
    PythonRequest &python = request.python;
    python.interpreter = "/usr/bin/python3";
    python.platform = "triton";
    python.device = "cuda:1";
    python.judgedBy = JudgedBy::Strict;
    python.fullHeaders = true;
    python.mode = ProtocolMode::AsIntended;
    python.suiteToggles = {{"seeds", ToggleState::AsShipped}};
    python.strictPoints = {{"repeatable", ToggleState::Off}, {"poison", ToggleState::On}};
    python.baseline = BaselineForm::CudaGraph;
    python.fastInputs = true;
    python.stopsAtFirstFailure = true;
    return request;
}

/// What a plan of this suite stores of the request.
template <typename Suite>
std::string stored(const RunRequest &request)
{
    Plan plan;
    plan.suite = Suite();
    FixedEngine engine;
    engine.useSeed("0123");
    return profileJson(request, plan, engine.seed(), engine.profile());
}

} // namespace

TEST(Profile, TheSameRequestCanBeMadeOfIt)
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

TEST(Profile, ThePlatformIsThatOfTheSubmissionsWhereNoneWasAskedFor)
{
    RunRequest plain;
    plain.suite = "/suites/mine";
    Json json = Json::parse(stored<Benchmark>(plain));
    json["engine"]["platform"] = "triton";
    EXPECT_EQ(requestFromProfile(json.dump())->python.platform, "triton");
    json["options"]["platform"] = "cuda";
    EXPECT_EQ(requestFromProfile(json.dump())->python.platform, "cuda");
}

TEST(Profile, ARequestIsMadeOfAWholeProfileOnly)
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

TEST(Profile, GivesBackWhatAResumeMustShare)
{
    RunRequest request;
    request.suite = "/suites/mine";
    Plan plan;
    NativeSuite suite;
    suite.hash = "abc";
    plan.suite = suite;
    plan.methods = {{"first", {}, {}, false}, {"second \"quoted\"", {}, {}, false}};
    FixedEngine engine;
    engine.useSeed("0123");
    const auto profile = parseProfile(profileJson(request, plan, engine.seed(), engine.profile()));
    ASSERT_TRUE(profile) << profile.error().text();
    EXPECT_EQ(profile->suiteHash, "abc");
    EXPECT_EQ(profile->seed, "0123");
    EXPECT_EQ(profile->methods, (std::vector<std::string>{"first", "second \"quoted\""}));
}

TEST(Profile, AnythingElseIsCorruptOrInvalid)
{
    EXPECT_FALSE(parseProfile("not json"));
    const auto empty = parseProfile("{}");
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, Errc::Corrupt);
}

} // namespace loupe
