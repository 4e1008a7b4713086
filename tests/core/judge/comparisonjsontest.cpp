// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonjson.h"

#include "core/judge/nestedcomparison.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

TEST(ComparisonJson, roundTrips)
{
    OutputComparison c;
    c.output = "y";
    c.elements = 12;
    c.mismatched = 3;
    c.unwritten = 2;
    c.notANumber = 1;
    c.maxAbsoluteError = 0.1;
    c.meanAbsoluteError = std::numeric_limits<double>::infinity();
    c.maxRelativeError = 0.3;
    c.absoluteTolerance = 1e-300;
    c.relativeTolerance = 0.5;
    c.shape = {3, 4};
    c.worstIndex = {2, 1};
    c.worstExpected = -std::numeric_limits<double>::infinity();
    c.worstActual = std::numeric_limits<double>::quiet_NaN();
    c.firstMismatch = {0, 1};
    c.pattern = "every 4th element";
    c.dtype = "float16";
    c.meanRelativeError = 0.7;
    c.expectedNan = 4;
    c.expectedInfinite = 5;
    c.actualNan = 6;
    c.actualInfinite = 7;
    c.cosine = 0.99;
    c.rmse = std::numeric_limits<double>::quiet_NaN();
    c.map = {2, 3, 5, 7, {0, 1, 127, 128, 254, 255}};
    c.errorCounts = ErrorCounts(errorBins, 2);
    const Result<Json> sent = parseJson(toJson(c).dump(), "test");
    ASSERT_TRUE(sent);
    const Result<OutputComparison> back = comparisonFromJson(*sent);
    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), toJson(c));
    EXPECT_EQ(back->shape, c.shape);
    EXPECT_EQ(back->absoluteTolerance, 1e-300);
    EXPECT_EQ(back->meanAbsoluteError, c.meanAbsoluteError);
    EXPECT_EQ(back->worstExpected, c.worstExpected);
    EXPECT_TRUE(std::isnan(back->worstActual));
    EXPECT_EQ(back->pattern, c.pattern);
    EXPECT_EQ(back->dtype, c.dtype);
    EXPECT_EQ(back->actualInfinite, 7);
    EXPECT_EQ(back->cosine, c.cosine);
    EXPECT_EQ(back->l1Relative, std::nullopt);
    ASSERT_TRUE(back->rmse.has_value());
    EXPECT_TRUE(std::isnan(back->rmse.value()));
    EXPECT_EQ(back->map, c.map);
    EXPECT_EQ(back->errorCounts, c.errorCounts);
}

TEST(ComparisonJson, refusesMapsWhoseSizesDoNotAgree)
{
    OutputComparison comparison;
    comparison.map = {2, 2, 1, 1, {0, 1, 2, 255}};
    const Json good = toJson(comparison);
    ASSERT_TRUE(comparisonFromJson(good));
    for (const auto &[key, value] : {std::pair{"rows", Json(3)},
                                     {"columns", Json(-2)},
                                     {"cell_rows", Json(0)},
                                     {"share", Json("00zz02ff")},
                                     {"share", Json(4)},
                                     {"share", Json("00")}}) {
        Json bad = good;
        bad["map"][key] = value;
        EXPECT_FALSE(comparisonFromJson(bad)) << key;
    }
    Json bins = good;
    bins["error_counts"] = {1, 2, 3};
    EXPECT_FALSE(comparisonFromJson(bins));
}

TEST(ComparisonJson, nestedRulesRoundTrip)
{
    NestedRule rule;
    rule.byDtype[DType::Float16] = {false, 1e-2, 1e-3, 0.25};
    rule.otherwise = {false, 0.5, 0.25, 0};
    rule.scale = NestedRule::Scale::Actual;
    rule.numbers = NestedRule::Numbers::Equal;
    rule.equalNan = rule.onlyOneTensor = rule.exactTypes = rule.refusesOverlap = true;
    rule.checkDtype = rule.listsMatchTuples = rule.comparesDicts = rule.comparesArrays = false;
    rule.thresholds = QualityThresholds{0.9, 0.1, 0.15, true};
    rule.asTimed = {{"result['a'][0]", {0.5, 0.25}}, {"result", {1e-30, 2}}};
    rule.undecided = {{"result", {{3, 8}, {-1.5, 0}, {2, 1e-30}}}};
    const Result<Json> sent = parseJson(toJson(rule).dump(), "test");
    ASSERT_TRUE(sent);
    const Result<NestedRule> back = nestedRuleFromJson(*sent);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, rule);
    EXPECT_EQ(nestedRuleFromJson(toJson(NestedRule())).value(), NestedRule());
    EXPECT_FALSE(nestedRuleFromJson(Json::object()));
    EXPECT_FALSE(nestedRuleFromJson(Json(5)));
    Json strange = toJson(rule);
    strange["by_dtype"]["float12"] = strange["otherwise"];
    EXPECT_FALSE(nestedRuleFromJson(strange));
    Json unequal = toJson(rule);
    unequal["undecided"]["result"]["low"] = {1};
    EXPECT_FALSE(nestedRuleFromJson(unequal));
}

TEST(ComparisonJson, nestedComparisonsRoundTrip)
{
    NestedComparison comparison{Verdict::WrongTail, "tail", {}, true, 7};
    comparison.outputs.resize(2);
    comparison.outputs[1].output = "result['a']";
    const Result<NestedComparison> back = nestedComparisonFromJson(toJson(comparison));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->verdict, Verdict::WrongTail);
    EXPECT_EQ(back->message, "tail");
    ASSERT_EQ(back->outputs.size(), 2U);
    EXPECT_EQ(back->outputs[1].output, "result['a']");
    EXPECT_FALSE(nestedComparisonFromJson(Json::object()));
    EXPECT_FALSE(nestedComparisonFromJson({{"verdict", "splendid"}}));
}

TEST(ComparisonJson, refusesEverythingElse)
{
    for (const char *text : {"{}", "[]", "5", R"({"output":3})"}) {
        EXPECT_FALSE(comparisonFromJson(Json::parse(text))) << text;
        EXPECT_FALSE(ruleFromJson(Json::parse(text))) << text;
    }
    const Result<ComparisonRule> rule = ruleFromJson(toJson(ComparisonRule{true, 0.25, 2.0}));
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->exact);
    EXPECT_EQ(rule->relative, 0.25);
    EXPECT_EQ(rule->absoluteFloor, 2.0);
}

} // namespace loupe
