// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile.h"

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

} // namespace

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
    const auto profile = parseProfile(profileJson(request, plan, engine));
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
