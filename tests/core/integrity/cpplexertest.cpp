// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cpplexer.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string joined(std::string_view source)
{
    std::string text;
    for (const CppToken &token : cppTokens(source)) {
        text += text.empty() ? "" : " ";
        text += token.kind == CppToken::Kind::Text ? "\"" + token.text + "\"" : token.text;
    }
    return text;
}

} // namespace

TEST(CppLexerTest, LeavesOutCommentsAndKeepsStrings)
{
    EXPECT_EQ(joined("a /* b\n */ c // d\n e"), "a c e");
    EXPECT_EQ(joined(R"(f("x // y", 'z'))"), "f ( \"x // y\" , )");
    EXPECT_EQ(joined("// joined \\\n still a comment\n a"), "a");
}

TEST(CppLexerTest, RecognisesRawStringsAndLaunches)
{
    EXPECT_EQ(joined("R\"x(a \")\" b)x\" c"), "\"a \")\" b\" c");
    EXPECT_EQ(joined("k<float><<<1, 2>>>(a);"), "k < float > <<< 1 , 2 >>> ( a ) ;");
    EXPECT_EQ(joined("std::thread t;"), "std :: thread t ;");
}

TEST(CppLexerTest, SkipsPreprocessorLines)
{
    EXPECT_EQ(joined("#if 0\na\n#if X\nb\n#endif\n#else\nc\n#endif\nd"), "c d");
    EXPECT_EQ(joined("#ifdef X\na\n#endif"), "a") << "which branch is taken is not known";
    EXPECT_EQ(joined("#if X0\na\n#endif"), "a");
}

TEST(CppLexerTest, ExpandsMacros)
{
    const auto tokens = cppTokens("#define RUN(x) \\\n  std::thread(x)\n#include <thread>\n");
    ASSERT_GE(tokens.size(), 3U);
    EXPECT_EQ(tokens[0].text, "std");
    EXPECT_EQ(tokens.back().kind, CppToken::Kind::Include);
    EXPECT_EQ(tokens.back().text, "thread");
    EXPECT_EQ(tokens.back().line, 3);
}

TEST(CppLexerTest, CountsLines)
{
    const auto tokens = cppTokens("a\n/*\n\n*/b\n\"x\"\nc");
    ASSERT_EQ(tokens.size(), 4U);
    EXPECT_EQ(tokens[1].line, 4);
    EXPECT_EQ(tokens[3].line, 6);
}

TEST(CppLexerTest, TerminatesOnInvalidText)
{
    EXPECT_EQ(joined("/* never closed"), "");
    EXPECT_EQ(joined("R\"(never closed"), "\"never closed\"");
    EXPECT_EQ(joined("R\"never opened"), "");
    EXPECT_EQ(joined("\"never closed"), "\"never closed\"");
    EXPECT_EQ(joined(std::string("a\0b", 3)), std::string("a \0 b", 5));
}

} // namespace loupe
