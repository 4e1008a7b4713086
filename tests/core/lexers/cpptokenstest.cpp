// SPDX-License-Identifier: Apache-2.0
#include "core/lexers/cpptokens.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the contents of the tokens; strings in quotes, and "?" before what is not whole.
std::string cppJoined(std::string_view source)
{
    std::string text;
    for (const CppToken &token : cppTokens(source)) {
        text += text.empty() ? "" : " ";
        text += token.problem.empty() ? "" : "?";
        text += token.kind == CppToken::Kind::Text ? "\"" + contentOf(token) + "\""
                                                   : contentOf(token);
    }
    return text;
}

} // namespace

TEST(CppTokensTest, SeparatesCommentsAndStrings)
{
    EXPECT_EQ(cppJoined("a /* b\n */ c // d\n e"), "a /* b\n */ c // d e");
    EXPECT_EQ(cppJoined(R"(f("x // y", 'z', u8"\"q\\"))"), R"(f ( "x // y" , 'z' , ""q\" ))");
    EXPECT_EQ(cppJoined("// joined \\\r\n still a comment\n a"), "// joined  still a comment a");
}

TEST(CppTokensTest, RecognisesRawStringsAndLaunches)
{
    EXPECT_EQ(cppJoined("R\"x(a \")\" b)x\" c"), "\"a \")\" b\" c");
    EXPECT_EQ(cppJoined("k<float><<<1, 2>>>(a);"), "k < float > <<< 1 , 2 >>> ( a ) ;");
    EXPECT_EQ(cppJoined("std::thread t;"), "std :: thread t ;");
}

TEST(CppTokensTest, NumbersHaveSeparators)
{
    EXPECT_EQ(cppJoined("x = 1'000.5f; // 'no"), "x = 1'000.5f ; // 'no");
}

TEST(CppTokensTest, DirectivesKnowTheirTokens)
{
    const auto tokens
        = cppTokens("a # b\n # define RUN(x) \\\n  x // c\n#include <a.h> // \"d\"\ne");
    std::string text;
    for (const CppToken &token : tokens)
        text += (token.isInDirective ? "+" : "-") + std::string(token.text) + " ";
    EXPECT_EQ(text, "-a -# -b +# define +RUN +( +x +) +x +// c +#include +<a.h> +// \"d\" -e ");
    EXPECT_EQ(tokens[8].line, 3);
    EXPECT_EQ(contentOf(tokens[11]), "a.h");
}

TEST(CppTokensTest, TokensMayLieOnJoinedLines)
{
    EXPECT_EQ(cppJoined("\\\ndlo\\\npen(/* *\\ \t\r\n/ \"\\\\\nn\") :\\\n: 1\\\n2"),
              "dlopen ( /* */ \" \" ) :: 12");
    EXPECT_EQ(cppJoined("R\"(a\\\nb)\\\n\" c)\" d"), "\"a\\\nb)\\\n\" c\" d")
        << "raw strings keep their lines";
    const std::string_view source = "a\n b\\\nc\\\n \\\nd";
    const auto tokens = cppTokens(source);
    ASSERT_EQ(tokens.size(), 3U);
    EXPECT_EQ(tokens[1].text, "bc");
    EXPECT_EQ(tokens[1].source, "b\\\nc");
    EXPECT_EQ(tokens[1].source.data(), source.data() + 3);
    EXPECT_EQ(tokens[1].line, 2);
    EXPECT_EQ(tokens[2].line, 5);
}

TEST(CppTokensTest, EscapesStandForCharacters)
{
    EXPECT_EQ(cppJoined(R"x("\x64l\157pen\xff" "\\\"a\nb\0" R"(\x64)")x"),
              R"x("dlopen " "\"a b " "\x64")x");
    EXPECT_EQ(cppJoined("\"\\"), "?\"\"");
}

TEST(CppTokensTest, HeadersMayFollowComments)
{
    const auto headersOf = [](std::string_view source) {
        std::string text;
        for (const CppToken &token : cppTokens(source)) {
            if (token.kind == CppToken::Kind::Header)
                text += contentOf(token) + " ";
            else if (token.kind == CppToken::Kind::Name && token.text == "evil")
                text += "evil ";
        }
        return text;
    };
    EXPECT_EQ(headersOf("#include /**/ <a>\n# /* */ include \\\n<b>\n#include_next\"c\"\n"),
              "a b c ");
    EXPECT_EQ(headersOf("#import </*>\nevil //*/"), "/* evil ");
    EXPECT_EQ(headersOf("#include/**/</*>\nevil //*/"), "/* evil ");
    EXPECT_EQ(headersOf("#if X && __has_include ( </*>)\n#endif\nevil //*/"), "/* evil ");
    EXPECT_EQ(headersOf("#elif __has_include(<//>) /*\n#endif\nevil //*/"), "// evil ")
        << "a comment, where the condition is skipped";
    EXPECT_EQ(headersOf("#define H(<a>) <b>\n#include A <b>\n#include\n<c> f(<d>)\n#includes <e>"),
              "");
    EXPECT_EQ(headersOf("#include <a\n#if (<b\n>evil"), "evil ");
}

TEST(CppTokensTest, DirectivesEndWithTheirLine)
{
    EXPECT_EQ(cppJoined("#error R\"(\nevil\n//)\""), "#error ?\"\" evil //)\"");
    EXPECT_EQ(cppJoined("#define A R\"(x\\\ny)\" b\nc"), "#define A \"x\\\ny\" b c");
    EXPECT_EQ(cppJoined("#/**/endif\n%: endif\n# /*\n*/ endif\n#\na"),
              "#/**/endif %: endif # /*\n*/ endif # a");
}

TEST(CppTokensTest, ReadsManyTokensThatNeedTheEndOfTheirLine)
{
    constexpr int count = 50'000;
    std::string source = "#define A";
    for (int i = 0; i < count; ++i)
        source += "R\"()\"";
    source += "\n#if (<b>";
    for (int i = 0; i < count; ++i)
        source += "(<c>";
    source += "\nlast";
    const auto tokens = cppTokens(source);
    ASSERT_EQ(tokens.size(), 2U + count + 3U + 2U * count + 1U);
    EXPECT_EQ(tokens[1 + count].text, "R\"()\"");
    EXPECT_EQ(tokens[2 + count].text, "#if");
    EXPECT_EQ(tokens[tokens.size() - 2].text, "<c>");
    EXPECT_EQ(tokens.back().text, "last");
    EXPECT_FALSE(tokens.back().isInDirective);
}

TEST(CppTokensTest, CountsLines)
{
    const auto tokens = cppTokens("a\n/*\n\n*/b\n\"x\"\nc");
    ASSERT_EQ(tokens.size(), 5U);
    EXPECT_EQ(tokens[1].line, 2);
    EXPECT_EQ(tokens[2].line, 4);
    EXPECT_EQ(tokens[4].line, 6);
}

TEST(CppTokensTest, TextThatIsNotCppStillGivesTokens)
{
    EXPECT_EQ(cppJoined("/* never closed"), "?/* never closed");
    EXPECT_EQ(cppJoined("R\"(never closed"), "?\"never closed\"");
    EXPECT_EQ(cppJoined("R\"never opened"), "?\"never opened\"");
    EXPECT_EQ(cppJoined("R\"abc\" c"), "?\"abc\" c");
    EXPECT_EQ(cppJoined("\\\n"), "");
    EXPECT_EQ(cppJoined("\"never closed\nit's\nc"), "?\"never closed\" it ?'s c");
    EXPECT_EQ(cppJoined(std::string_view("a\0b", 3)), std::string("a \0 b", 5));
}

} // namespace loupe
