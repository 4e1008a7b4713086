// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

using ExtractTest = test::KloupeTest;

TEST_F(ExtractTest, IgnoresStrayFencesInReasoning)
{
    write("answers/one.txt",
          "I close ``` too early.\n```python\nclass ModelNew:\n    pass\n```\nDone.\n");
    write("answers/none.txt", "I cannot think of anything.\n");
    write("saved/none.py", "");
    const auto done = kloupe(
        {"extract", path("answers"), "--entry", "ModelNew", "--saved", path("saved"), "--json"});
    ASSERT_EQ(done.exitCode, 0) << done.err;
    const Json found = done.json();
    EXPECT_EQ(found.at("count"), 2);
    EXPECT_EQ(found.at("with_code"), 1);
    EXPECT_EQ(found.at("any_pair"), 0) << "pairs of fences are shifted";
    EXPECT_EQ(found.at("saved").at("lost_by_run"), 1);
    EXPECT_EQ(found.at("outcomes").at("no_code"), 1);
    EXPECT_EQ(found.at("answers").at(1).at("outcome"), "code");
}

TEST_F(ExtractTest, RefusesAMissingFile)
{
    const auto done = kloupe({"extract", path("nowhere"), "--json"});
    EXPECT_EQ(done.exitCode, 3) << done.err;
    EXPECT_NE(done.err.find("nowhere"), std::string::npos);
}

} // namespace loupe
