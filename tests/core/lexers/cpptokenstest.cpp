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
    EXPECT_EQ(cppJoined("// joined \\\r\n still a comment\n a"),
              "// joined \\\r\n still a comment a");
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
    EXPECT_EQ(cppJoined("\"never closed\nit's\nc"), "?\"never closed\" it ?'s c");
    EXPECT_EQ(cppJoined(std::string_view("a\0b", 3)), std::string("a \0 b", 5));
}

} // namespace loupe
