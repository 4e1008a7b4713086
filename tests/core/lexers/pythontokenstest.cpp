// SPDX-License-Identifier: Apache-2.0
#include "core/lexers/pythontokens.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the texts of all tokens; "<4" for an indent of 4, "|" for the end of a line, "?" before
/// text that is not Python.
std::string pythonJoined(std::string_view source)
{
    std::string text;
    for (const PythonToken &token : pythonTokens(source)) {
        text += text.empty() ? "" : " ";
        if (token.kind == PythonToken::Kind::Indent)
            text += "<" + std::to_string(token.column);
        else if (token.kind == PythonToken::Kind::LineEnd)
            text += "|";
        else if (token.kind == PythonToken::Kind::Problem)
            text += "?" + std::string(token.text);
        else
            text += token.text;
    }
    return text;
}

} // namespace

TEST(PythonTokensTest, LogicalLinesHaveIndentationAndAnEnd)
{
    EXPECT_EQ(pythonJoined("if x:\n\n  # no\n\ty **= 2\n"), "<0 if x : | # no <8 y **= 2 | ");
    EXPECT_EQ(pythonJoined("f(a,\n  b) + \\\n 1"), "<0 f ( a , b ) + 1 ");
    EXPECT_EQ(pythonJoined("(\n# why\n)\r\nx"), "<0 ( # why ) | <0 x ");
}

TEST(PythonTokensTest, StringsKeepTheirPrefixAndQuotes)
{
    EXPECT_EQ(pythonJoined("rb'\\'#' f\"{x}\" '''a\n'b'''"), "<0 rb'\\'#' f\"{x}\" '''a\n'b''' ");
    EXPECT_EQ(pythonJoined("'a\\\nb' c"), "<0 'a\\\nb' c ") << "a joined line";
    const PythonStringParts parts = stringParts("Rf'''a'b'''");
    EXPECT_EQ(parts.prefix, "Rf");
    EXPECT_EQ(parts.quotes, "'''");
    EXPECT_EQ(parts.content, "a'b");
    EXPECT_TRUE(parts.isRaw() && parts.isFormatted());
    EXPECT_EQ(stringParts("''").content, "");
}

TEST(PythonTokensTest, LinesAreThoseOfTheFirstCharacter)
{
    const auto tokens = pythonTokens("'''\n\n'''; a\nb");
    ASSERT_EQ(tokens.size(), 8U);
    EXPECT_EQ(tokens[1].line, 1);
    EXPECT_EQ(tokens[3].line, 3);
    EXPECT_EQ(tokens[6].line, 4);
}

TEST(PythonTokensTest, TextThatIsNotPythonStillGivesTokens)
{
    EXPECT_EQ(pythonJoined("it's\nx"), "<0 it ?'s | <0 x ");
    EXPECT_EQ(pythonJoined("a $ \xE2\x86\x92 1x"), "<0 a ?$ ?\xE2 ?\x86 ?\x92 ?1 x ");
    EXPECT_EQ(pythonJoined("a \\' b"), "<0 a ?\\' b ");
    EXPECT_EQ(pythonJoined(") x\ny"), "<0 ) x | <0 y ");
    EXPECT_EQ(pythonJoined("a\\"), "<0 a ?\\ ");
    EXPECT_EQ(pythonJoined(std::string_view("a\0b", 3)), std::string("<0 a ?\0 b ", 10));
}

TEST(PythonTokensTest, AStringGoesOnInTheNextText)
{
    const auto openAfter = [](std::string_view source, std::string_view before) {
        PythonTokens tokens(source, before);
        while (tokens.next().kind != PythonToken::Kind::End) { }
        return tokens.openString();
    };
    EXPECT_EQ(openAfter("x = '''a", ""), "'''");
    EXPECT_EQ(openAfter("b \"\"\"", "'''"), "'''");
    EXPECT_EQ(openAfter("c''' + 1", "'''"), "");
    EXPECT_EQ(openAfter("it's", ""), "") << "an ordinary string ends with its line";
    EXPECT_EQ(openAfter("'a\\", ""), "'");
    EXPECT_EQ(openAfter("b' # '''", "'"), "");
    EXPECT_EQ(openAfter("", "'"), "") << "an empty line ends it";
    EXPECT_EQ(openAfter("", "'''"), "'''");
}

TEST(PythonTokensTest, PlaceholdersAreTheCodeOfFormattedStrings)
{
    const auto codeIn = [](std::string_view content) {
        std::string out;
        for (const std::string_view each : placeholdersIn(content))
            out.append(out.empty() ? "" : "|").append(each);
        return out;
    };
    EXPECT_EQ(codeIn("call g(x) of {f(1)}, {y!r:>{w + 1}} {z != 1:=9}"), "f(1)|y|w + 1|z != 1");
    EXPECT_EQ(codeIn("{{a}} {{{b}}} }}{c=}"), "b|c=");
    EXPECT_EQ(codeIn("{d['}'] + {1: 2}[1]} {(n := 8)}"), "d['}'] + {1: 2}[1]|(n := 8)");
    EXPECT_EQ(codeIn("{x:{{n}}}{y}"), "x|{n}|y") << "a format has no doubled braces";
    EXPECT_EQ(codeIn("{open"), "open");
    EXPECT_EQ(codeIn("{"), "");
}

} // namespace loupe
