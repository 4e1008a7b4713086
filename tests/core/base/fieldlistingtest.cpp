// SPDX-License-Identifier: Apache-2.0
#include "core/base/fieldlisting.h"

#include <gtest/gtest.h>

namespace loupe {

namespace listed {

enum class Colour { Red, Green };

struct Part {
    double weight = 1.0;
    friend bool operator==(const Part &, const Part &) = default;
};

struct Whole {
    std::string name = "unnamed";
    int count = 0;
    std::uint8_t small = 0;
    bool isGood = false;
    Colour colour = Colour::Red;
    std::optional<double> length;
    std::vector<Part> parts;
    std::array<int, 2> pair = {};
    std::map<std::string, int> ages;
    friend bool operator==(const Whole &, const Whole &) = default;
};

std::string nameOf(Colour colour)
{
    return colour == Colour::Red ? "red" : "green";
}

template <typename Fields>
void listFields(Fields &fields, Part &part)
{
    fields("weight", part.weight);
}

template <typename Fields>
void listFields(Fields &fields, Whole &whole)
{
    fields("name", whole.name);
    fields("count", whole.count);
    fields("small", whole.small);
    fields("good", whole.isGood);
    fields.named("colour", whole.colour, nameOf,
                 byName(std::array{Colour::Red, Colour::Green}, nameOf));
    fields("length", whole.length);
    fields("parts", whole.parts);
    fields("pair", whole.pair);
    fields("ages", whole.ages);
}

} // namespace listed

using listed::Whole;

namespace {

Status readWhole(const char *text, MissingFields missing, Whole &whole)
{
    return readFields(parseJson(text, "t").value(), "t", missing, whole);
}

} // namespace

TEST(FieldListing, RoundTripsValues)
{
    const Whole whole{std::string("bad \xff byte \0", 12),
                      -3,
                      255,
                      true,
                      listed::Colour::Green,
                      0.1,
                      {{2.5}, {std::numeric_limits<double>::infinity()}, {-0.0}},
                      {4, 5},
                      {{"a", 1}}};
    const std::string text = fieldsToJson(whole).dump();
    Whole back;
    const Status read = readWhole(text.c_str(), MissingFields::Refused, back);
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(back, whole);
}

TEST(FieldListing, RoundTripsNotANumber)
{
    listed::Part part{std::numeric_limits<double>::quiet_NaN()};
    listed::Part back;
    ASSERT_TRUE(readFields(fieldsToJson(part), "t", MissingFields::Refused, back));
    EXPECT_TRUE(std::isnan(back.weight));
}

TEST(FieldListing, EveryProblemIsNamedByItsField)
{
    Whole whole;
    const Status read = readWhole(
        R"({"name": 3, "count": 3000000000, "small": -1, "good": 1, "colour": "blue",
            "length": "long", "parts": [{"weight": 1}, {"wight": 1}], "pair": [1],
            "ages": {"a": 1.5}, "extra": null})",
        MissingFields::Kept, whole);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Errc::InvalidInput);
    for (const char *where :
         {"t:name: ", "t:count: ", "t:small: ", "t:good: ", "t:colour: ", "t:length: ",
          "t:parts[1].wight: ", "t:pair: ", "t:ages.a: ", "t:extra: "})
        EXPECT_NE(read.error().detail.find(where), std::string::npos) << where;
}

TEST(FieldListing, RefusesOrDefaultsMissingFields)
{
    Whole whole;
    EXPECT_TRUE(readWhole(R"({"count": 2})", MissingFields::Kept, whole));
    EXPECT_EQ(whole.name, "unnamed");
    EXPECT_EQ(whole.count, 2);
    const Status refused = readWhole(R"({"count": 2})", MissingFields::Refused, whole);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().detail.find("t:name: is missing"), std::string::npos);
    EXPECT_FALSE(readWhole("[]", MissingFields::Kept, whole));
}

TEST(FieldListing, NestedObjectsMayHaveOtherFields)
{
    const auto list = [](auto &fields, listed::Part &part) {
        fields.within("part", [&](auto &inner) { listFields(inner, part); });
    };
    listed::Part part{2.5};
    FieldWriter writer;
    list(writer, part);
    Json json = writer.take();
    EXPECT_EQ(json, Json::parse(R"({"part": {"weight": 2.5}})"));
    json["part"]["colour"] = "of a newer version";
    std::vector<JsonProblem> problems;
    listed::Part back;
    FieldReader reader(json, "t", "", MissingFields::Refused, problems);
    list(reader, back);
    EXPECT_EQ(back, part);
    EXPECT_TRUE(problems.empty());
    json["part"].erase("weight");
    FieldReader(json, "t", "", MissingFields::Refused, problems).within("part", [&](auto &inner) {
        listFields(inner, back);
    });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].where, "t:part.weight");
}

} // namespace loupe
