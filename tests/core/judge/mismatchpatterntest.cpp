// SPDX-License-Identifier: Apache-2.0
#include "core/judge/mismatchpattern.h"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Shape = std::vector<std::int64_t>;

std::string patternOf(const Shape &shape, const std::function<bool(std::int64_t)> &isWrong)
{
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape)
        elements *= extent;
    MismatchPattern pattern(shape.empty() ? 1 : shape.back());
    for (std::int64_t i = 0; i < elements; ++i) {
        if (isWrong(i))
            pattern.add(i);
    }
    return pattern.text(shape);
}

} // namespace

TEST(MismatchPattern, namesTheTailOfAnAxis)
{
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i % 1000 >= 976; }),
              "the last 24 of every 1000 columns");
    EXPECT_EQ(patternOf({7, 50}, [](auto i) { return i >= 4 * 50; }), "the last 3 of 7 rows");
    EXPECT_EQ(patternOf({7, 5, 10}, [](auto i) { return i >= 6 * 50; }), "the last 1 of 7 planes");
    EXPECT_EQ(patternOf({4099}, [](auto i) { return i >= 4096; }), "the last 3 of 4099 elements");
    EXPECT_EQ(patternOf({10, 99}, [](auto i) { return i >= 960; }), "the last 30 of 990 elements");
}

TEST(MismatchPattern, allowsSomeCorrectElementsInATail)
{
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i % 1000 >= 976 && i % 2 == 0; }),
              "the last 24 of every 1000 columns");
}

TEST(MismatchPattern, namesPeriods)
{
    EXPECT_EQ(patternOf({8, 30}, [](auto i) { return i % 4 == 0; }), "every 4th element");
    EXPECT_EQ(patternOf({90}, [](auto i) { return i % 3 == 1; }),
              "every 3rd element, from element 1");
    EXPECT_EQ(patternOf({110}, [](auto i) { return i % 11 == 0; }), "every 11th element");
    EXPECT_EQ(patternOf({110}, [](auto i) { return i % 22 == 0; }), "every 22nd element");
}

TEST(MismatchPattern, namesRowsThatAreWrongFromEndToEnd)
{
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i / 1000 == 7; }),
              "row 7 of 64 from end to end");
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i / 1000 >= 5 && i / 1000 <= 16; }),
              "rows 5 to 16 of 64, each from end to end");
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i / 1000 == 3 || i / 1000 == 40; }),
              "2 of 64 rows, each from end to end");
    EXPECT_EQ(patternOf({4, 6, 10}, [](auto i) { return i / 10 == 2 || i / 10 == 3; }),
              "rows along the last axis 2 to 3 of 24, each from end to end");
    // One element of the row is correct.
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i / 1000 == 7 && i != 7500; }), "");
    // An axis of one element has no rows.
    EXPECT_EQ(patternOf({64, 1}, [](auto i) { return i == 7 || i == 9 || i == 20; }), "");
}

TEST(MismatchPattern, combinesPatternsOfParts)
{
    // Cuts within a wrong row, and between two.
    for (const std::int64_t cut : {5500, 6000, 9000, 40000}) {
        MismatchPattern first(1000);
        MismatchPattern later(1000);
        for (std::int64_t i = 5000; i < 9000; ++i)
            (i < cut ? first : later).add(i);
        first.merge(later);
        EXPECT_EQ(first.text(Shape{64, 1000}), "rows 5 to 8 of 64, each from end to end") << cut;
    }
}

TEST(MismatchPattern, isEmptyIfNoPatternHoldsForAll)
{
    EXPECT_EQ(patternOf({64, 1000}, [](auto) { return true; }), ""); // the counts already say this
    EXPECT_EQ(patternOf({64, 1000}, [](auto) { return false; }), "");
    EXPECT_EQ(patternOf({}, [](auto) { return true; }), "");
    EXPECT_EQ(patternOf({0, 4}, [](auto) { return true; }), "");
    // one element outside the tail
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i % 1000 >= 976 || i == 5; }), "");
    // a single wrong element in the last column of a tall matrix
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i == 10999; }), "");
    // more than half an axis
    EXPECT_EQ(patternOf({64, 1000}, [](auto i) { return i % 1000 >= 400; }), "");
    // three points always have a common step
    EXPECT_EQ(patternOf({100}, [](auto i) { return i == 10 || i == 30 || i == 20; }), "");
}

TEST(MismatchPattern, distinguishesTailsFromPeriods)
{
    EXPECT_TRUE(isTailPattern("the last 24 of every 1000 columns"));
    EXPECT_FALSE(isTailPattern("every 4th element"));
    EXPECT_FALSE(isTailPattern(""));
}

} // namespace loupe
