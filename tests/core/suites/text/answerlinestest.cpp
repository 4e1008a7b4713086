// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/jsonelements.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Result<AnswerLine> lineOf(const std::string &text)
{
    return parseAnswer({text, 3}, "a.jsonl");
}

/// Returns the text under "code", or the message if it cannot be read.
std::string codeIn(const std::string &text)
{
    const auto line = lineOf(text);
    if (!line)
        return line.error().message;
    const auto code = line->text("code");
    if (!code)
        return code.error().message;
    return *code ? **code : "none";
}

} // namespace

TEST(AnswerLines, AcceptsNonFiniteNumbers)
{
    EXPECT_EQ(codeIn(R"({"code": "x", "logprob": NaN, "reward": -Infinity})"), "x");
    EXPECT_EQ(lineOf(R"({"code": "x", "logprob": NaN})")->value["logprob"], "NaN");
    EXPECT_EQ(codeIn(R"({"code": "NaN"})"), "NaN");
}

TEST(AnswerLines, InvalidFieldAffectsOnlyItself)
{
    for (const std::string odd : {R"("\ud83d")", R"("\udc00 \ud83d\u0041")", "\"caf\xE9\"",
                                  "\"a\tb\"", R"(["\ud83d", {"a": "\udfff"}])"}) {
        EXPECT_EQ(codeIn(R"({"code": "x", "note": )" + odd + "}"), "x") << odd;
        EXPECT_EQ(codeIn(R"({"note": )" + odd + R"(, "code": "\ud83d\ude00 \\ud83d"})"),
                  "\xF0\x9F\x98\x80 \\ud83d")
            << odd << ": whole pairs and escaped backslashes stay";
    }
    EXPECT_NE(codeIn(R"({"code": "x = '\ud83d'"})").find("\"code\" has characters"),
              std::string::npos);
    EXPECT_NE(codeIn("{\"code\": \"caf\xE9\"}").find("\"code\" has characters"), std::string::npos);
    EXPECT_EQ(codeIn("{\"code\": \"\xEF\xBF\xBD\"}"), "\xEF\xBF\xBD") << "it was written so";
}

TEST(AnswerLines, RefusesOtherValuesWithTheirLocation)
{
    EXPECT_EQ(codeIn("[1]"), "is no JSON object but array");
    EXPECT_EQ(lineOf("{\"code\": ").error().where.substr(0, 9), "a.jsonl:3");
    EXPECT_NE(codeIn(R"({"code": "x", "code": "y"})").find("occurs twice"), std::string::npos);
    EXPECT_EQ(codeIn(R"({"code": ["x"]})"), "none");
}

TEST(AnswerLines, IgnoresAByteOrderMark)
{
    EXPECT_EQ(jsonElements("\xEF\xBB\xBF[1, 2]").size(), 2U);
    EXPECT_EQ(jsonElements("\xEF\xBB\xBF{}\n{}").at(0).text, "{}");
}

} // namespace loupe
