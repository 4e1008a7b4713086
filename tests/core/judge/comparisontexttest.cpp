// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisontext.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe {

namespace {

OutputComparison wrongOutput()
{
    OutputComparison out;
    out.output = "y";
    out.elements = 40;
    out.mismatched = 3;
    out.worstIndex = {0, 4};
    out.worstExpected = 1.0;
    out.worstActual = 0.1234567;
    return out;
}

} // namespace

TEST(ComparisonText, describesDifferences)
{
    OutputComparison out = wrongOutput();
    EXPECT_EQ(differenceText(out),
              "3 of 40 elements of y differ, worst at [0, 4]: expected 1, got 0.123457");
    out.pattern = "every 4th column";
    out.notANumber = 2;
    EXPECT_EQ(differenceText(out),
              "3 of 40 elements of y differ (every 4th column), 2 of them NaN or infinite, worst "
              "at [0, 4]: expected 1, got 0.123457");
}

TEST(ComparisonText, describesUnwrittenElements)
{
    OutputComparison out = wrongOutput();
    EXPECT_EQ(unwrittenText(out), "3 of 40 elements of y were never written");
    out.pattern = "row 0";
    EXPECT_EQ(unwrittenText(out), "3 of 40 elements of y were never written (row 0)");
}

TEST(ComparisonText, placesOfScalarsAreEmpty)
{
    EXPECT_EQ(placeText({}), "[]");
    const std::vector<std::int64_t> one{7};
    EXPECT_EQ(placeText(one), "[7]");
}

TEST(ComparisonText, printsDifferentNumbersDifferently)
{
    OutputComparison out;
    out.worstExpected = 123456789;
    out.worstActual = 123456788;
    EXPECT_NE(differenceText(out).find("expected 123456789, got 123456788"), std::string::npos);
    out.worstExpected = 1234567890123;
    out.worstActual = 1234567890124;
    EXPECT_NE(differenceText(out).find("expected 1234567890123, got 1234567890124"),
              std::string::npos);
    out.worstExpected = out.worstActual = 9007199254740992;
    EXPECT_NE(differenceText(out).find("expected about 9007199254740992, got another number"),
              std::string::npos);
    out.worstExpected = 1;
    out.worstActual = 2;
    EXPECT_NE(differenceText(out).find("expected 1, got 2"), std::string::npos);
}

TEST(ComparisonText, saysThatNanIsNotAcceptedBesideNan)
{
    OutputComparison out;
    out.worstExpected = out.worstActual = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(differenceText(out).find("expected NaN, got NaN, which the comparison does not "
                                       "accept as equal"),
              std::string::npos);
}

} // namespace loupe
