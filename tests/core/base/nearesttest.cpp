// SPDX-License-Identifier: Apache-2.0
#include "core/base/nearest.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {
const std::vector<std::string> &commands()
{
    static const std::vector<std::string> all{"doctor", "run",   "runs",    "query", "show",
                                              "stats",  "audit", "compare", "check", "sql"};
    return all;
}
} // namespace

TEST(Nearest, ToleratesTypingErrors)
{
    EXPECT_EQ(nearest("qurey", commands()), "query");  // swapped
    EXPECT_EQ(nearest("quer", commands()), "query");   // missing
    EXPECT_EQ(nearest("queery", commands()), "query"); // added
    EXPECT_EQ(nearest("quary", commands()), "query");  // replaced
    EXPECT_EQ(nearest("comprae", commands()), "compare");
    EXPECT_EQ(nearest("QUERY", commands()), "query");
    EXPECT_EQ(nearest("kbx_corpus", {"kernelbench", "kbx-corpus"}), "kbx-corpus");
    EXPECT_EQ(nearest("desc", {"limit", "descending"}), "descending");
}

TEST(Nearest, MatchesOnlyTheLastWords)
{
    EXPECT_EQ(nearest("codex_l1", {"kernelbench codex_l1", "kernelbench codex_l2"}),
              "kernelbench codex_l1");
    EXPECT_EQ(nearest("view", {"overview"}), std::nullopt) << "the end of a word is no word";
}

TEST(Nearest, ChoosesTheNearest)
{
    EXPECT_EQ(nearest("runz", {"rules", "run", "runs"}), "run");
    EXPECT_EQ(nearest("rrun", commands()), "run");
    EXPECT_EQ(nearest("stat", {"statistics", "stats", "state"}), "stats");
}

TEST(Nearest, ReturnsNothingForDistantWords)
{
    for (const char *word : {"fly", "teleport", "xyzzy", "ru", "s", "", "listing", "store.kloupe"})
        EXPECT_EQ(nearest(word, commands()), std::nullopt) << word;
    EXPECT_EQ(nearest(std::string(100'000, 'q'), commands()), std::nullopt);
    EXPECT_EQ(nearest("query", {}), std::nullopt);
}

TEST(Nearest, KeepsTheExistingHint)
{
    EXPECT_EQ(hintWithNearest("qurey", commands(), "kloupe --help lists the commands"),
              "did you mean \"query\"? kloupe --help lists the commands");
    EXPECT_EQ(hintWithNearest("qurey", commands(), ""), "did you mean \"query\"?");
    EXPECT_EQ(hintWithNearest("teleport", commands(), "kloupe --help lists the commands"),
              "kloupe --help lists the commands");
}

} // namespace loupe
