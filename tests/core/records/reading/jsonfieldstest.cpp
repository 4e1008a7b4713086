// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/jsonfields.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the getter's result for {"x": value}, and the reported problem or "".
template <typename Get>
auto got(const Json &value, const Get &get)
{
    const Json object{{"x", value}};
    std::vector<JsonProblem> problems;
    const JsonReader reader(object, "a.json:3", "", problems);
    auto out = get(reader);
    EXPECT_LE(problems.size(), 1U);
    if (!problems.empty()) {
        EXPECT_EQ(problems[0].where, "a.json:3:x");
    }
    return std::pair(std::move(out), problems.empty() ? std::string() : problems[0].message);
}

const auto number = [](const JsonReader &reader) { return recordedNumber(reader, "x"); };
const auto positive = [](const JsonReader &reader) { return recordedPositive(reader, "x"); };
const auto measured = [](const JsonReader &reader) { return measuredNumber(reader, "x"); };
const auto count = [](const JsonReader &reader) { return recordedCount(reader, "x", 1, 10); };
const auto flag = [](const JsonReader &reader) { return recordedFlag(reader, "x"); };
const auto recorded = [](const JsonReader &reader) { return recordedText(reader, "x"); };

} // namespace

TEST(JsonFields, NonFiniteNumbersAreNotRecorded)
{
    EXPECT_EQ(got(1.5, number).first, 1.5);
    EXPECT_EQ(got(-3, number).first, -3.0);
    for (const char *word : {"NaN", "Infinity", "-Infinity"})
        EXPECT_EQ(got(word, number), (std::pair(std::optional<double>(), std::string()))) << word;
    EXPECT_EQ(got(nullptr, number), (std::pair(std::optional<double>(), std::string())));
}

TEST(JsonFields, WrongTypesAreProblems)
{
    for (const Json &wrong : {Json("1.5"), Json(true), Json::array({1}), Json::object(),
                              Json("nan"), Json("N/A"), Json("")}) {
        EXPECT_FALSE(got(wrong, number).first) << wrong;
        EXPECT_NE(got(wrong, number).second, "") << wrong;
    }
    EXPECT_EQ(got("N/A", measured), (std::pair(std::optional<double>(), std::string())))
        << "where a suite writes so";
    EXPECT_NE(got("n/a", measured).second, "");
}

TEST(JsonFields, TimesAndSpeedupsAreAboveZero)
{
    EXPECT_EQ(got(1e-12, positive).first, 1e-12);
    for (const double wrong : {0.0, -1.0, -0.0})
        EXPECT_EQ(got(wrong, positive).second, "must be above 0") << wrong;
    EXPECT_EQ(got(nullptr, positive).second, "");
    EXPECT_EQ(got("NaN", positive).second, "") << "what was not measured is no mistake";
}

TEST(JsonFields, CountsAreWholeAndWithinTheirBounds)
{
    EXPECT_EQ(got(1, count).first, 1);
    EXPECT_EQ(got(10, count).first, 10);
    for (const Json &wrong :
         {Json(0), Json(11), Json(-1), Json(1.0), Json("1"), Json(nullptr), Json(true),
          Json(std::uint64_t{4294967297}), Json(std::int64_t{-4294967295}),
          Json(std::numeric_limits<std::uint64_t>::max())}) {
        EXPECT_EQ(got(wrong, count).first, 1) << wrong;
        EXPECT_EQ(got(wrong, count).second, "must be a whole number from 1 to 10") << wrong;
    }
}

TEST(JsonFields, FlagsAndTextsAreOptional)
{
    EXPECT_EQ(got(true, flag).first, true);
    EXPECT_EQ(got(false, flag).first, false);
    EXPECT_EQ(got(nullptr, flag), (std::pair(std::optional<bool>(), std::string())));
    for (const Json &wrong : {Json(0), Json("true"), Json::array()})
        EXPECT_NE(got(wrong, flag).second, "") << wrong;
    EXPECT_EQ(got("a", recorded).first, "a");
    EXPECT_EQ(got(nullptr, recorded), (std::pair(std::string(), std::string())));
    for (const Json &wrong : {Json(0), Json(false), Json::array({"a"})})
        EXPECT_NE(got(wrong, recorded).second, "") << wrong;
}

TEST(JsonFields, AMissingFieldIsAsNull)
{
    const Json empty = Json::object();
    std::vector<JsonProblem> problems;
    const JsonReader reader(empty, "a", "", problems);
    EXPECT_FALSE(recordedNumber(reader, "x"));
    EXPECT_FALSE(recordedFlag(reader, "x"));
    EXPECT_EQ(recordedText(reader, "x"), "");
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(recordedCount(reader, "x", 2, 3), 2);
    EXPECT_EQ(problems.size(), 1U) << "but a count must be there";
}

TEST(JsonFields, OtherTextsAreStoredAsJson)
{
    const Json object{{"t", "a"}, {"n", 3}, {"o", {{"k", 1}}}, {"z", nullptr}, {"bad", "\xff"}};
    EXPECT_EQ(looseText(object, "t"), "a");
    EXPECT_EQ(looseText(object, "n"), "3");
    EXPECT_EQ(looseText(object, "o"), R"({"k":1})");
    EXPECT_EQ(looseText(object, "z"), "");
    EXPECT_EQ(looseText(object, "absent"), "");
    EXPECT_EQ(looseText(Json::array({1}), "t"), "");
    EXPECT_EQ(jsonLine(Json::array({"\xff", "\n"})), "[\"\xEF\xBF\xBD\",\"\\n\"]");
}

TEST(JsonFields, OnlyObjectsHaveMembers)
{
    const Json object{{"a", {{"b", 1}}}};
    EXPECT_EQ(*jsonMember(jsonMember(&object, "a"), "b"), 1);
    EXPECT_EQ(jsonMember(jsonMember(jsonMember(&object, "a"), "b"), "c"), nullptr);
    EXPECT_EQ(jsonMember(nullptr, "a"), nullptr);
}

TEST(JsonFields, ComparesStatedCountsWithRecords)
{
    const Json summary{{"correct", 3}, {"built", "3"}};
    EXPECT_EQ(differenceOfCount(summary, "correct", 2),
              "summary.json says 3 correct, the records say 2");
    EXPECT_FALSE(differenceOfCount(summary, "correct", 3));
    EXPECT_FALSE(differenceOfCount(summary, "built", 2)) << "that states none";
    EXPECT_FALSE(differenceOfCount(summary, "absent", 2));
    EXPECT_FALSE(differenceOfCount(Json::array(), "correct", 2));
}

} // namespace loupe
