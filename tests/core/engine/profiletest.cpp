// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(Profile, GivesBackWhatAResumeMustShare)
{
    RunRequest request;
    request.suite = "/suites/mine";
    Plan plan;
    plan.suite.hash = "abc";
    plan.methods = {{"first", {}, {}, false}, {"second \"quoted\"", {}, {}, false}};
    EngineContext context;
    context.seed = "0123";
    const auto profile = parseProfile(profileJson(request, plan, context));
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
