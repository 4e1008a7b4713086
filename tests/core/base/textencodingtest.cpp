// SPDX-License-Identifier: Apache-2.0
#include "core/base/textencoding.h"

#include "core/base/json.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string asUtf16(const std::string &text, bool isBig)
{
    std::string out;
    for (const char c : text)
        out += isBig ? std::string("\0", 1) + c : c + std::string("\0", 1);
    return out;
}

std::string faultOf(const std::string &bytes)
{
    const auto fault = encodingFault(bytes);
    return fault ? fault->message + " at " + std::to_string(fault->at) : std::string();
}

std::string refusedJson(const std::string &text)
{
    const auto json = parseJson(text, "f");
    EXPECT_FALSE(json) << text;
    return json ? std::string() : json.error().where + ": " + json.error().message;
}

} // namespace

TEST(TextEncoding, AcceptsUtf8)
{
    for (const char *text : {"", "a", "Größe", "\u20AC", "\U0001F600", "\xF4\x8F\xBF\xBF"})
        EXPECT_EQ(faultOf(text), "") << text;
    EXPECT_EQ(faultOf("a\xE2\x82"), "") << "the end of what was read may cut a character";
}

TEST(TextEncoding, NamesOtherEncodingsWithTheFirstInvalidByte)
{
    EXPECT_EQ(faultOf("M\xE9tal"), "is not UTF-8: it has the byte 0xE9 at 1");
    EXPECT_EQ(faultOf("a\x80"), "is not UTF-8: it has the byte 0x80 at 1");
    for (const char *overlong : {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80"})
        EXPECT_NE(faultOf(overlong), "") << "overlong, a surrogate or beyond all characters";
    const std::string text = R"({"1": [{"sample_id": 0}]})";
    for (const bool isBig : {false, true}) {
        EXPECT_EQ(faultOf(asUtf16(text, isBig)), "is UTF-16 text, not UTF-8 at 0");
        EXPECT_EQ(faultOf((isBig ? "\xFE\xFF" : "\xFF\xFE") + asUtf16(text, isBig)),
                  "is UTF-16 text, not UTF-8 at 0");
    }
}

TEST(TextEncoding, RefusesOtherTextWithItsParseError)
{
    EXPECT_EQ(refusedJson(""), "f:1:1: not valid JSON: it is empty");
    EXPECT_EQ(refusedJson(" \n"), "f:1:1: not valid JSON: it is empty");
    EXPECT_EQ(refusedJson("{\"a\": [1,\n 2"),
              "f:2:3: not valid JSON: it is cut off within a value");
    EXPECT_EQ(refusedJson("{\"a\": \"b"), "f:1:9: not valid JSON: it is cut off within a value");
    EXPECT_EQ(refusedJson("{\"a\": \"\xC3"), "f:1:9: not valid JSON: it is cut off within a value");
    EXPECT_EQ(refusedJson("{\n\"a\": \"M\xE9\"}"),
              "f:2:8: not valid JSON: it is not UTF-8: it has the byte 0xE9");
    EXPECT_EQ(refusedJson("{\"a\": }"), "f:1:7: not valid JSON");
}

} // namespace loupe
