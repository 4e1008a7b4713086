// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/plan.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Task taskNamed(const std::string &name, std::optional<int> level = {})
{
    Task task;
    task.suite = "kernelbench-x";
    task.name = name;
    task.category = name.substr(0, name.find('/'));
    task.title = "Applies " + name;
    task.level = level;
    return task;
}

bool selects(const std::string &text, const Task &task)
{
    const auto filter = parseFilter(text);
    EXPECT_TRUE(filter) << text << ": " << filter.error().text();
    const auto matches = matchesTask(filter ? *filter : Filter(), task);
    EXPECT_TRUE(matches) << text;
    return matches && *matches;
}

} // namespace

TEST(TaskPatterns, StarMatchesAnyCharacters)
{
    const Task task = taskNamed("Math/soft_max2d");
    for (const char *right : {"*", "**", "math/*", "*2D", "*/soft*", "s*x*d", "soft_max2d*",
                              "*soft_max2d", "MATH/SOFT_MAX2D", "*t_m*"})
        EXPECT_TRUE(selects(std::string("task:\"") + right + "\"", task)) << right;
    for (const char *wrong : {"soft", "*soft", "math", "m*2", "soft_max2dd", "s*x*x*d",
                              "?oft_max2d", "soft.max2d", "*/"})
        EXPECT_FALSE(selects(std::string("task:\"") + wrong + "\"", task)) << wrong;
}

// A pattern may come from an untrusted preset. Matching must cost at most pattern length times name
// length.
TEST(TaskPatterns, ManyStarsTakeNoLongerThanTheirLength)
{
    const Task task = taskNamed("Math/" + std::string(4000, 'a'));
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "*a";
    EXPECT_TRUE(selects("task:\"" + pattern + "\"", task));
    EXPECT_FALSE(selects("task:\"" + pattern + "b\"", task));
    EXPECT_TRUE(selects("task:\"" + std::string(5000, '*') + "\"", task));
}

TEST(TaskPatterns, MatchesAnyOfSeveralValues)
{
    const Task task = taskNamed("Math/exp");
    EXPECT_TRUE(selects("task:log,exp,sin", task));
    EXPECT_FALSE(selects("-task:log,exp,sin", task));
    EXPECT_TRUE(selects("-task:log,sin", task));
    EXPECT_TRUE(selects("category:fusion,MATH", task));
    EXPECT_TRUE(selects("suite:kernelbench*", task));
    EXPECT_FALSE(selects("suite:kernelbench", task));
}

TEST(TaskPatterns, BareWordMatchesNameAndTitle)
{
    const Task task = taskNamed("Math/exp");
    EXPECT_TRUE(selects("APPLIES", task));
    EXPECT_TRUE(selects("\"applies math\"", task));
    EXPECT_FALSE(selects("kernelbench", task)) << "not in the suite's name";
    EXPECT_FALSE(selects("exp log", task)) << "all words must be there";
}

TEST(TaskPatterns, LevelsAreCompared)
{
    const Task task = taskNamed("Math/exp", 2);
    for (const char *right :
         {"level:2", "level:1,2", "level>1", "level>=2", "level<=2", "level<2.5", "-level:3"})
        EXPECT_TRUE(selects(right, task)) << right;
    for (const char *wrong : {"level:3", "level>2", "level<2", "-level:2", "level:2.5"})
        EXPECT_FALSE(selects(wrong, task)) << wrong;
}

TEST(TaskPatterns, TaskWithoutALevelMatchesNoLevel)
{
    const Task task = taskNamed("Math/exp");
    EXPECT_FALSE(selects("level:0", task));
    EXPECT_FALSE(selects("level>=0", task));
    EXPECT_TRUE(selects("-level:2", task));
}

TEST(TaskPatterns, RefusesEvaluationFieldsWithTheirPosition)
{
    for (const char *field : {"status:wrong", "method:m", "run:r", "round:last", "speedup>1"}) {
        const auto second = matchesTask(*parseFilter(std::string("exp ") + field), taskNamed("a"));
        ASSERT_FALSE(second) << field << ", whatever the terms before it say";
        EXPECT_EQ(second.error().where, "character 5");
        EXPECT_EQ(second.error().hint, "use task, category, level or a bare word");
        const auto first = matchesTask(*parseFilter(field), taskNamed("a"));
        ASSERT_FALSE(first) << field;
        EXPECT_EQ(first.error().code, Errc::InvalidInput);
        EXPECT_EQ(first.error().where, "character 1");
    }
}

} // namespace loupe
