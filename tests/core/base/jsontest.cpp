// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::string placeOf(const std::string &text, int firstLine = 1)
{
    const auto parsed = parseJson(text, "f.json", firstLine);
    return parsed ? "" : parsed.error().where;
}

/// Returns the problems that `read` reports on the object, as "where: message" lines.
template <typename Read>
std::string problemsOf(const char *text, Read read)
{
    const auto json = parseJson(text, "f.json");
    EXPECT_TRUE(json) << text;
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "f.json", "", problems);
    read(reader);
    std::string out;
    for (const JsonProblem &problem : problems)
        out += problem.where + ": " + problem.message + "\n";
    return out;
}

} // namespace

TEST(Json, ErrorsHaveLineAndColumn)
{
    EXPECT_EQ(placeOf("{}"), "");
    EXPECT_EQ(placeOf("{\n  \"a\": tru\n}"), "f.json:2:11");
    EXPECT_EQ(placeOf("]"), "f.json:1:1");
    EXPECT_EQ(placeOf("{} x"), "f.json:1:4");
    EXPECT_EQ(placeOf("{\"a\": 1", 7), "f.json:7:8");
    EXPECT_EQ(placeOf(""), "f.json:1:1");
}

TEST(Json, DuplicateKeysAndBrokenTextAreRefused)
{
    const auto duplicate = parseJson(R"({"a": {"b": 1, "b": 2}})", "f.json", 3);
    ASSERT_FALSE(duplicate);
    EXPECT_EQ(duplicate.error().code, Errc::InvalidInput);
    EXPECT_NE(duplicate.error().message.find("\"b\""), std::string::npos);
    EXPECT_EQ(duplicate.error().where, "f.json:3");
    EXPECT_TRUE(parseJson(R"({"a": {"b": 1}, "c": {"b": 2}})", "f.json"));
    EXPECT_FALSE(parseJson("{\"a\": \"\xff\"}", "f.json")) << "not UTF-8";
    EXPECT_FALSE(parseJson("{\"a\": 1e999}", "f.json")) << "out of range";
    EXPECT_FALSE(parseJson("{\"a\": NaN}", "f.json"));
}

TEST(Json, GettersReadPresentValues)
{
    const auto json = parseJson(
        R"({"s": "x", "n": 1.5, "i": -3, "b": true, "z": null, "l": ["p", "q"], "o": {"k": 1}})",
        "f.json");
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "f.json", "", problems);
    EXPECT_EQ(reader.requiredString("s"), "x");
    EXPECT_EQ(reader.optionalString("none", "d"), "d");
    EXPECT_EQ(reader.requiredNumber("n"), 1.5);
    EXPECT_EQ(reader.optionalNumber("none", 2.0), 2.0);
    EXPECT_EQ(reader.nullableNumber("z"), std::nullopt);
    EXPECT_EQ(reader.nullableNumber("n"), 1.5);
    EXPECT_EQ(reader.requiredInteger("i"), -3);
    EXPECT_TRUE(reader.requiredBool("b"));
    EXPECT_TRUE(reader.optionalBool("none", true));
    EXPECT_EQ(reader.optionalStrings("l"), (std::vector<std::string>{"p", "q"}));
    EXPECT_EQ(reader.object("o")->requiredInteger("k"), 1);
    EXPECT_FALSE(reader.object("none", false));
    EXPECT_TRUE(reader.objects("none", false).empty());
    EXPECT_TRUE(problems.empty());
}

TEST(Json, EveryWrongTypeIsAProblemWithItsPlace)
{
    const char *text = R"({"s": 1, "n": "1", "i": 1.5, "b": 0, "l": ["a", 2], "o": [], "a": {}})";
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.requiredString("s"); }),
              "f.json:s: must be a string, is number\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.requiredNumber("n"); }),
              "f.json:n: must be a finite number, is string\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.requiredInteger("i"); }),
              "f.json:i: must be a whole number, is 1.5\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.requiredBool("b"); }),
              "f.json:b: must be true or false, is number\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.optionalStrings("l"); }),
              "f.json:l[1]: must be a string\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.object("o"); }),
              "f.json:o: must be an object, is array\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.objects("a"); }),
              "f.json:a: must be an array, is object\n");
    EXPECT_EQ(problemsOf(text, [](const JsonReader &r) { r.requiredString("gone"); }),
              "f.json:gone: is missing\n");
}

TEST(Json, NestedPlacesAreSpelledOut)
{
    EXPECT_EQ(problemsOf(R"({"inputs": [{"shape": 1}, {"shape": "x"}]})",
                         [](const JsonReader &r) {
                             for (const JsonReader &input : r.objects("inputs"))
                                 input.requiredInteger("shape");
                         }),
              "f.json:inputs[1].shape: must be a whole number, is string\n");
    EXPECT_EQ(problemsOf(R"({"a": {"b": [3]}})",
                         [](const JsonReader &r) { r.object("a")->objects("b"); }),
              "f.json:a.b[0]: must be an object, is number\n");
}

TEST(Json, UnknownKeysAreNamed)
{
    EXPECT_EQ(
        problemsOf(R"({"name": 1, "nmae": 2})", [](const JsonReader &r) { r.allowOnly({"name"}); }),
        "f.json:nmae: is not a known field\n");
}

TEST(Json, AnythingButAnObjectIsOneProblem)
{
    EXPECT_EQ(problemsOf("[1]", [](const JsonReader &r) { r.requiredString("a"); }),
              "f.json: must be an object, is array\n");
}

TEST(Json, ProblemsBecomeOneError)
{
    const Error error = toError({{"f:a", "is missing"}, {"f:b", "is missing"}});
    EXPECT_EQ(error.code, Errc::InvalidInput);
    EXPECT_EQ(error.where, "f:a");
    EXPECT_EQ(error.message, "is missing (and 1 more problem)");
    EXPECT_EQ(error.detail, "f:a: is missing\nf:b: is missing\n");
    EXPECT_EQ(toError({{"f:a", "is missing"}}).detail, "") << "one problem is said once";
}

} // namespace loupe::test
