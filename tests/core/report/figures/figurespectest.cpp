// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurespec.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns a valid spec with every field, as JSON that tests can corrupt.
Json rightSpec()
{
    return Json::parse(R"({"version": 1, "name": "speedups", "title": "t", "filter": "suite:native",
        "chart": {"kind": "success", "group_by": "method"},
        "size": {"preset": "slide", "width_inches": 4, "height_inches": 2},
        "font": {"family": "Inter", "points": 9}, "palette": "grey", "show_title": true,
        "letters": true, "notes": false, "columns": 2, "caption": "{title}"})");
}

/// Returns the error of a refused spec; "" if it is accepted.
std::string refusal(const Json &spec)
{
    const auto parsed = parseFigureSpec(spec.dump(), "a.json");
    return parsed ? std::string() : parsed.error().text() + "\n" + parsed.error().detail;
}

FigureSpec randomSpec(std::mt19937 &random)
{
    const auto number = [&](int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random);
    };
    FigureSpec spec;
    spec.name = "f" + std::to_string(number(0, 999)) + (number(0, 1) != 0 ? " (a)" : "_b.c");
    spec.title = number(0, 1) != 0 ? "" : "\"Größe\" \\ 中\n{n}";
    spec.filter = number(0, 1) != 0 ? "" : "suite:native -method:\"a b\" speedup>=1.5";
    spec.chart.kind = static_cast<ChartKind>(number(0, 14));
    spec.chart.seed = static_cast<std::uint64_t>(number(0, 1'000'000));
    spec.chart.axis.minLog2 = number(-20, 0);
    spec.chart.axis.maxLog2 = number(1, 20);
    spec.chart.fast = {{0.1 * number(0, 40), Threshold::Above}};
    const auto sizes = figureSizes();
    const bool isOwnSize = number(0, 1) != 0;
    spec.preset = isOwnSize ? "" : std::string(sizes[static_cast<std::size_t>(number(0, 11))].id);
    spec.widthInches = 0.5 + number(0, 5950) / 100.0;
    spec.heightInches = 0.5 + number(0, 5950) / 100.0;
    spec.fontPoints = 4 + number(0, 920) / 10.0;
    spec.fontFamily = number(0, 1) != 0 ? "" : "Inter";
    spec.palette = number(0, 1) != 0 ? FigurePalette::Grey : FigurePalette::ColorBlindSafe;
    spec.hasTitle = number(0, 1) != 0;
    spec.hasLetters = number(0, 1) != 0;
    spec.hasNotes = number(0, 1) != 0;
    spec.columns = number(0, 12);
    spec.caption = number(0, 1) != 0 ? "" : "{filter}: {definition} {n}";
    return spec;
}

} // namespace

TEST(FigureSpecs, RoundTripsAnySpec)
{
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
        const FigureSpec spec = randomSpec(random);
        const auto again = parseFigureSpec(text(spec), "a.json");
        ASSERT_TRUE(again) << again.error().detail << text(spec);
        ASSERT_EQ(text(*again), text(spec));
        EXPECT_EQ(again->widthInches, spec.widthInches);
        EXPECT_EQ(again->fontPoints, spec.fontPoints);
        EXPECT_EQ(again->palette, spec.palette);
        EXPECT_EQ(again->title, spec.title);
        EXPECT_EQ(again->caption, spec.caption);
    }
}

TEST(FigureSpecs, ReplacesInvalidUtf8)
{
    FigureSpec spec;
    spec.name = "a";
    spec.title = "caf\xE9";
    const auto again = parseFigureSpec(text(spec), "a.json");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->title, "caf\xEF\xBF\xBD");
}

TEST(FigureSpecs, AFieldOfAnotherTypeIsNamed)
{
    ASSERT_EQ(refusal(rightSpec()), "");
    const std::pair<const char *, Json> wrong[] = {
        {"/name", 1},
        {"/title", Json::array()},
        {"/filter", 3},
        {"/chart", "success"},
        {"/size", 4},
        {"/size/preset", false},
        {"/font", "Inter"},
        {"/font/points", "9"},
        {"/palette", 7},
        {"/show_title", 1},
        {"/letters", "yes"},
        {"/notes", nullptr},
        {"/columns", "two"},
        {"/caption", Json::object()},
        {"/chart/kind", nullptr},
        {"/chart/axis", 3},
        {"/chart/pass_at", "1"},
        {"/chart/mirrored", 0},
        {"/chart/fast", 1},
        {"/size/width_inches", "4in"},
        {"/chart/seed", 1.5},
    };
    for (const auto &[field, value] : wrong) {
        Json spec = rightSpec();
        spec[Json::json_pointer(field)] = value;
        std::string name(field + 1);
        std::replace(name.begin(), name.end(), '/', '.');
        EXPECT_NE(refusal(spec).find("a.json:" + name), std::string::npos)
            << field << ": " << refusal(spec);
    }
}

TEST(FigureSpecs, ANumberOutsideOfItsBoundsIsRefused)
{
    const std::pair<const char *, std::vector<double>> bounds[]
        = {{"/size/width_inches", {0.49, 60.01, -1, 1e308}},
           {"/size/height_inches", {0, 61}},
           {"/font/points", {3.9, 96.1}},
           {"/columns", {-1, 13}},
           {"/chart/axis/max_log2", {0, 21}},
           {"/chart/axis/bins_per_octave", {0, 9}},
           {"/chart/seed", {-1, 9007199254740994.0}}};
    for (const auto &[field, values] : bounds) {
        for (const double value : values) {
            Json spec = rightSpec();
            const bool isWhole = value == std::floor(value) && std::abs(value) < 1e18;
            spec[Json::json_pointer(field)]
                = isWhole ? Json(static_cast<std::int64_t>(value)) : Json(value);
            EXPECT_NE(refusal(spec), "") << field << " " << value;
        }
    }
}

TEST(FigureSpecs, ColumnsAreCountedInWholeNumbers)
{
    Json spec = rightSpec();
    spec["columns"] = 2.5;
    EXPECT_NE(refusal(spec).find("a.json:columns"), std::string::npos) << "two and a half are none";
}

TEST(FigureSpecs, RefusesUnknownFieldsAnywhere)
{
    for (const char *field :
         {"/colour", "/chart/colour", "/size/depth", "/font/weight", "/chart/axis/step"}) {
        Json spec = rightSpec();
        spec[Json::json_pointer(field)] = 1;
        std::string name(field + 1);
        std::replace(name.begin(), name.end(), '/', '.');
        EXPECT_NE(refusal(spec).find("a.json:" + name + ": is not a known field"),
                  std::string::npos)
            << field << ": " << refusal(spec);
    }
}

TEST(FigureSpecs, RefusesTruncatedAndRepeatedDocuments)
{
    const std::string whole = rightSpec().dump();
    for (std::size_t length = 0; length < whole.size(); length += 7)
        EXPECT_FALSE(parseFigureSpec(whole.substr(0, length), "a.json")) << length;
    EXPECT_FALSE(parseFigureSpec(whole + "{}", "a.json"));
    const auto twice = parseFigureSpec("{\"version\": 1,\n\"name\": \"a\",\n\"name\": \"b\"}", "a");
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().text().find("\"name\" occurs twice"), std::string::npos);
    EXPECT_EQ(parseFigureSpec("{\n \"version\": oops}", "a.json").error().where, "a.json:2:13");
}

TEST(FigureSpecs, RefusesFractionalAndFutureVersions)
{
    for (const char *version : {"-1", "\"1\"", "1.0", "null", "[]"})
        EXPECT_EQ(parseFigureSpec(std::string(R"({"version": )") + version + R"(, "name": "a"})",
                                  "a.json")
                      .error()
                      .code,
                  Errc::InvalidInput)
            << version;
    const auto newer = parseFigureSpec(R"({"version": 2, "whatever": "it means"})", "a.json");
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, Errc::Unsupported);
    EXPECT_EQ(newer.error().where, "a.json:version");
    EXPECT_EQ(newer.error().hint, "use a newer KernelLoupe");
}

TEST(FigureSpecs, OwnSizeOverridesThePreset)
{
    Json spec = rightSpec();
    const auto own = parseFigureSpec(spec.dump(), "a.json");
    ASSERT_TRUE(own);
    EXPECT_EQ(own->preset, "slide");
    EXPECT_EQ(own->widthInches, 4.0);
    EXPECT_EQ(own->fontPoints, 9.0);
    spec["size"].erase("width_inches");
    spec.erase("font");
    const auto preset = parseFigureSpec(spec.dump(), "a.json");
    ASSERT_TRUE(preset);
    EXPECT_EQ(preset->widthInches, 10.0);
    EXPECT_EQ(preset->heightInches, 2.0);
    EXPECT_EQ(preset->fontPoints, 18.0);
}

// Microsoft, "Naming Files, Paths, and Namespaces": reserved names, with any extension.
TEST(FigureSpecs, NamesArePortableFileNames)
{
    for (const char *name :
         {"a", "speedups (2)", "a.b_c-d", "0", "console", "com", "com10", "lpt1x"})
        EXPECT_TRUE(isFigureName(name)) << name;
    for (const char *name : {"",    ".",       "..",    ".a",  "-a",   " a",    "a ",    "a.",
                             "a/b", "a\\b",    "a:b",   "a*",  "a\n",  "größe", "con",   "CON",
                             "nul", "NUL.txt", "aux.b", "PRN", "com1", "LPT9",  "Com5.x"})
        EXPECT_FALSE(isFigureName(name)) << name;
    EXPECT_FALSE(isFigureName(std::string("a\0b", 3)));
    EXPECT_TRUE(isFigureName(std::string(100, 'a')));
    EXPECT_FALSE(isFigureName(std::string(101, 'a')));
}

TEST(FigureSpecs, FillsCaptionPlaceholdersOnce)
{
    FigureSpec spec;
    spec.title = "{n} {definition}";
    spec.caption = "{title}|{definition}|{n}|{filter}|}";
    const auto filled = filledCaption(spec, "{filter}", 1'000'000);
    ASSERT_TRUE(filled) << filled.error().text();
    EXPECT_EQ(*filled, "{n} {definition}|{filter}|1000000|everything|}")
        << "what was filled in is text";
    spec.caption = "";
    EXPECT_EQ(*filledCaption(spec, "d", 1), "");
    for (const char *wrong : {"{}", "{N}", "{n", "{{n}}", "{title }"}) {
        spec.caption = wrong;
        const auto refused = filledCaption(spec, "d", 1);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_EQ(refused.error().code, Errc::InvalidInput);
        EXPECT_EQ(refused.error().where, "caption");
    }
}

TEST(FigureSpecs, RefusesOldSpecsWithUnknownFields)
{
    const auto old = parseFigureSpec(
        R"({"version": 0, "name": "old", "chart": "success", "grey": "yes"})", "old.json");
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().where, "old.json:grey");
    EXPECT_EQ(old.error().message, "is not a known field");
    EXPECT_FALSE(parseFigureSpec(R"({"version": 0, "name": "old"})", "old.json"))
        << "it says no chart";
}

} // namespace loupe::test
