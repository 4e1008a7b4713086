// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/chartrequestjson.h"

#include "core/analysis/charts/chartbuilder.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

struct Read {
    ChartRequest request;
    std::vector<JsonProblem> problems;

    bool names(std::string_view field) const
    {
        for (const JsonProblem &each : problems) {
            if (each.where.find(field) != std::string::npos)
                return true;
        }
        return false;
    }
};

Read readRequest(const Json &json)
{
    Read out;
    out.request = chartRequestFrom(JsonReader(json, "spec.json", "", out.problems));
    return out;
}

ChartRequest unusual()
{
    ChartRequest out;
    out.kind = ChartKind::HeatMap;
    out.groupBy = GroupBy::Method;
    out.splitBy = GroupBy::Round;
    out.isMirrored = true;
    out.soundTasksOnly = true;
    out.withoutWithheld = false;
    out.fast = {{1.5, {}}, {2.0, {}}};
    out.passAt = {1, 10};
    out.axis = {-4, 5, 3};
    out.limits = {0.5, 4.0, {}, 0.75};
    out.withIntervals = false;
    out.seed = 42;
    out.order = TaskOrder::Likeness;
    out.cost = CostUnit::Dollars;
    out.rooflineDots = RooflineDots::WithReferences;
    return out;
}

} // namespace

TEST(ChartRequestJson, RoundTripsEveryField)
{
    const Json written = toJson(unusual());
    const Json usual = toJson(ChartRequest());
    for (const auto &[key, value] : written.items())
        EXPECT_NE(value, usual.value(key, Json())) << key << " is as usual: the test would not see";
    const Read read = readRequest(written);
    EXPECT_TRUE(read.problems.empty());
    EXPECT_EQ(toJson(read.request), written);
}

TEST(ChartRequestJson, EveryKindHasAnIdOfItsOwn)
{
    for (const ChartKindFacts &each : allChartKinds()) {
        const Read read = readRequest({{"kind", each.id}});
        EXPECT_TRUE(read.problems.empty()) << each.id;
        EXPECT_EQ(read.request.kind, each.kind) << each.id;
    }
}

TEST(ChartRequestJson, MissingFieldsHaveDefaults)
{
    const Read read = readRequest({{"kind", "pass_at_k"}});
    Json expected = toJson(ChartRequest());
    expected["kind"] = "pass_at_k";
    EXPECT_EQ(toJson(read.request), expected);
}

TEST(ChartRequestJson, NamesOnlyInvalidFields)
{
    EXPECT_TRUE(readRequest(Json::object()).names("kind"));
    EXPECT_TRUE(readRequest({{"kind", "pie"}}).names("kind"));
    const auto withKind = [](const char *key, const Json &value) {
        return readRequest({{"kind", "heat_map"}, {key, value}});
    };
    EXPECT_TRUE(withKind("group_by", "colour").names("group_by"));
    EXPECT_TRUE(withKind("task_order", "age").names("task_order"));
    EXPECT_TRUE(withKind("cost", "euros").names("cost"));
    EXPECT_TRUE(withKind("seed", -1).names("seed"));
    EXPECT_TRUE(withKind("pass_at", 3).names("pass_at"));
    EXPECT_TRUE(withKind("pass_at", {1, 0}).names("pass_at[1]"));
    EXPECT_TRUE(withKind("fast", {{{"p", -1}}}).names("p"));
    EXPECT_TRUE(withKind("axis", {{"max_log2", 99}}).names("max_log2"));
    EXPECT_TRUE(withKind("colour", "red").names("colour"));
}

// Figures of earlier versions are recognised by their bytes, so the output must not change.
TEST(ChartRequestJson, DefaultsAreWrittenUnchanged)
{
    EXPECT_EQ(toJson(ChartRequest()).dump(),
              R"({"axis":{"bins_per_octave":2,"max_log2":3,"min_log2":-3},"cost":"tokens",)"
              R"("fast":[],"group_by":"category","intervals":true,"kind":"speedup_histogram",)"
              R"("mirrored":false,"pass_at":[],"seed":1,"sound_tasks_only":false,)"
              R"("split_by":null,"task_order":"group","without_withheld":true})");
}

TEST(ChartRequestJson, LimitsMustHaveAnOrder)
{
    const auto with = [](const Json &limits) {
        return readRequest({{"kind", "heat_map"}, {"limits", limits}});
    };
    EXPECT_TRUE(with({{"x_least", 2}, {"x_most", 1}}).names("limits"));
    EXPECT_TRUE(with({{"y_least", 1}, {"y_most", 1}}).names("limits"));
    EXPECT_TRUE(with({{"x_first", 1}}).names("x_first"));
    EXPECT_TRUE(with({{"x_least", "low"}}).names("x_least"));
    EXPECT_TRUE(with({{"x_least", 1}}).problems.empty());
}

TEST(ChartRequestJson, KeepsAScopeAndItsAbsence)
{
    ChartRequest request;
    EXPECT_FALSE(toJson(request).contains("scope")) << "figures without one keep their bytes";
    request.scope = Scope();
    request.scope->choice = {AttemptRule::AtRound, 2};
    request.scope->rules[GroupBy::Device] = {ConditionRule::Kind::Only, "H200"};
    request.scope->rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    const Read back = readRequest(toJson(request));
    EXPECT_TRUE(back.problems.empty());
    EXPECT_EQ(back.request.scope, request.scope);
}

TEST(ChartRequestJson, AWrongScopeIsRefusedByField)
{
    const auto wrong = [](const Json &scope) {
        Json json = toJson(ChartRequest());
        json["scope"] = scope;
        return readRequest(json);
    };
    EXPECT_TRUE(wrong({{"choice", "worst"}}).names("choice"));
    EXPECT_TRUE(wrong({{"conditions", {{"device", {{"rule", "none"}}}}}}).names("rule"));
    EXPECT_TRUE(wrong({{"conditions", {{"device", {{"rule", "only"}}}}}}).names("value"));
    EXPECT_TRUE(
        wrong({{"conditions", {{"device", {{"rule", "pool"}, {"value", "x"}}}}}}).names("value"));
    EXPECT_TRUE(wrong({{"conditions", {{"planet", {{"rule", "pool"}}}}}}).names("planet"));
}

} // namespace loupe::test
