// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/scopejson.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(SavedScopeTest, RoundTrips)
{
    EXPECT_EQ(scopeFromSaved(savedText({})).value(), Scope());
    Scope scope;
    scope.choice = {AttemptRule::AtRound, 2};
    scope.includeWithheld = true;
    scope.joinBaselines = false;
    scope.verdict = CountedVerdict::Strict;
    scope.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "NVIDIA \"A100\""};
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    EXPECT_EQ(scopeFromSaved(savedText(scope)).value(), scope);
}

TEST(SavedScopeTest, RefusesInvalidText)
{
    for (const char *text :
         {"", "[]", "3", "{", R"({"choice": "some"})", R"({"flagged": "yes"})", R"({"colour": 1})",
          R"({"verdict": "both"})", R"({"conditions": {"device": {"rule": "only"}}})"})
        EXPECT_EQ(scopeFromSaved(text).error().code, Errc::InvalidInput) << text;
}

} // namespace loupe::test
