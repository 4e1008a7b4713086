// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/jsonoutline.h"

#include "core/records/reading/jsonfields.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(JsonOutline, ReturnsPartsVerbatimWithTheirLines)
{
    const auto parts
        = partsOfObject("{\n \"a\\u0041\" : [1, \"}\"],\n\"b\":\n {\"c\": {}} }\n", "f");
    ASSERT_TRUE(parts) << parts.error().text();
    ASSERT_EQ(parts->size(), 2U);
    EXPECT_EQ(parts->at(0).key, "aA");
    EXPECT_EQ(parts->at(0).text, "[1, \"}\"]");
    EXPECT_EQ(parts->at(0).line, 2);
    EXPECT_EQ(parts->at(1).text, "{\"c\": {}}");
    EXPECT_EQ(parts->at(1).line, 4);
    const auto items = partsOfArray("[1.50,\n\"a\\\"]\" , null]", "f", 7);
    ASSERT_TRUE(items);
    ASSERT_EQ(items->size(), 3U);
    EXPECT_EQ(items->at(0).text, "1.50");
    EXPECT_EQ(items->at(1).text, "\"a\\\"]\"");
    EXPECT_EQ(items->at(1).line, 8);
    EXPECT_TRUE(partsOfArray(" [ ] ", "f")->empty());
}

TEST(JsonOutline, RefusesInvalidObjects)
{
    for (const char *text :
         {"", "[]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}x",
          "{\"a\":1 \"b\":2}", "{a:1}", "{\"a\":{}", "{\"a\":\"x}", "{\"\\", "{\"a\":1,\"a\":2}"}) {
        const auto parts = partsOfObject(text, "f");
        ASSERT_FALSE(parts) << text;
        EXPECT_EQ(parts.error().code, Errc::InvalidInput);
        EXPECT_EQ(parts.error().where.substr(0, 3), "f:1") << text;
    }
    EXPECT_FALSE(partsOfArray("[1,]", "f"));
    EXPECT_FALSE(partsOfArray("{}", "f"));
}

TEST(JsonOutline, NonFiniteNumbersBecomeTexts)
{
    const auto json = parsePythonJson(
        "{\"a\": NaN, \"b\": [-Infinity, Infinity], \"c\": \"NaN, \\\"NaN\"}", "f");
    ASSERT_TRUE(json) << json.error().text();
    EXPECT_EQ((*json)["a"], "NaN");
    EXPECT_EQ((*json)["b"][0], "-Infinity");
    EXPECT_EQ((*json)["c"], "NaN, \"NaN");
    for (const char *text : {"{NaN: 1}", "[NaN1]", "[nan]", "[NaN", "[+Infinity]"})
        EXPECT_FALSE(parsePythonJson(text, "f")) << text;
}

TEST(JsonOutline, RefusesDeepNesting)
{
    EXPECT_TRUE(parsePythonJson(std::string(64, '[') + std::string(64, ']'), "f"));
    EXPECT_FALSE(parsePythonJson(std::string(65, '[') + std::string(65, ']'), "f"));
    EXPECT_FALSE(parsePythonJson(std::string(1'000'000, '['), "f"));
}

TEST(JsonOutline, DistinguishesMissingFromInvalidNumbers)
{
    const Json json{{"number", 2.5},
                    {"null", nullptr},
                    {"nan", "NaN"},
                    {"text", "fast"},
                    {"negative", -1},
                    {"whole", 7},
                    {"huge", 18446744073709551615ULL},
                    {"fraction", 1.5}};
    std::vector<JsonProblem> problems;
    const JsonReader reader(json, "f:1", {}, problems);
    EXPECT_EQ(recordedNumber(reader, "number"), 2.5);
    for (const char *key : {"null", "nan", "missing"})
        EXPECT_FALSE(recordedNumber(reader, key)) << key;
    EXPECT_TRUE(problems.empty());
    EXPECT_FALSE(recordedNumber(reader, "text"));
    EXPECT_FALSE(recordedPositive(reader, "negative"));
    EXPECT_EQ(recordedCount(reader, "whole", 0, 7), 7);
    EXPECT_EQ(problems.size(), 2U);
    for (const char *key : {"huge", "fraction", "negative", "missing"})
        EXPECT_EQ(recordedCount(reader, key, 0, 100), 0) << key;
    EXPECT_EQ(problems.size(), 6U);
    EXPECT_EQ(problems.at(0).where, "f:1:text");
}

} // namespace loupe::test
