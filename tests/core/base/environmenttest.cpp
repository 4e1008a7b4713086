// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe {

TEST(Environment, PassesOnEmptyVariablesButNotUnsetOnes)
{
    const test::SetVariable empty("LOUPE_TEST_EMPTY", "");
    const test::SetVariable unset("LOUPE_TEST_UNSET");
    EXPECT_EQ(variableIfSet("LOUPE_TEST_EMPTY"), "");
    EXPECT_EQ(variableIfSet("LOUPE_TEST_UNSET"), std::nullopt);
    std::map<std::string, std::string> environment;
    passVariables({"LOUPE_TEST_EMPTY", "LOUPE_TEST_UNSET"}, environment);
    EXPECT_EQ(environment, (std::map<std::string, std::string>{{"LOUPE_TEST_EMPTY", ""}}));
}

} // namespace loupe
