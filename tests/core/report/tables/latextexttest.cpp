// SPDX-License-Identifier: Apache-2.0
// Tests the ten characters that LaTeX reserves and their replacements: LaTeX2e for authors, and
// Mittelbach and Goossens, The LaTeX Companion, section on special characters.
#include "core/report/tables/latextext.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(LatexText, EscapesTheTenReservedCharacters)
{
    EXPECT_EQ(latexText("# $ % & _ { }"), "\\# \\$ \\% \\& \\_ \\{ \\}");
    EXPECT_EQ(latexText("~^\\"), "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
}

TEST(LatexText, NeverEmitsCommandsOfAFile)
{
    EXPECT_EQ(latexText("\\input{/etc/passwd}"), "\\textbackslash{}input\\{/etc/passwd\\}");
    EXPECT_EQ(latexText("\\write18{x}").find("\\write"), std::string::npos);
}

TEST(LatexText, DashesAndQuotesAreNotJoined)
{
    EXPECT_EQ(latexText("--gpu"), "{-}{-}gpu");
    EXPECT_EQ(latexText("\"x\""), "''x''");
    EXPECT_EQ(latexText("a<b>|c"), "a\\textless{}b\\textgreater{}\\textbar{}c");
}

TEST(LatexText, SignsOfChartsAreSet)
{
    EXPECT_EQ(latexText("½× → 2×"), "$\\frac12$\\texttimes{} \\textrightarrow{} 2\\texttimes{}");
    EXPECT_EQ(latexText("3–4 µs"), "3--4 \\textmu{}s");
}

TEST(LatexText, NamesMissingCharacters)
{
    EXPECT_EQ(latexText("é"), "é");
    EXPECT_EQ(latexText("中"), "[U+4E2D]");
    EXPECT_EQ(latexText("đ"), "[U+0111]") << "not in the encoding OT1";
    EXPECT_EQ(latexText("😀"), "[U+1F600]");
}

TEST(LatexText, ShowsControlAndInvalidBytes)
{
    EXPECT_EQ(latexText("a\nb\tc"), "a b c");
    EXPECT_EQ(latexText(std::string_view("\x1b[0m")), "[U+001B][0m");
    EXPECT_EQ(latexText(std::string_view("\xff")), "?");
    EXPECT_EQ(latexText(std::string_view("\xe4\xb8")), "??") << "cut off";
}

} // namespace loupe::test
