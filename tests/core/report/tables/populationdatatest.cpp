// SPDX-License-Identifier: Apache-2.0
// Tests that each count of a population in JSON has one unit.
#include "core/report/tables/populationdata.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow rowOf(int id, const char *device, const char *baseline)
{
    MetricRow row = metricRow("c" + std::to_string(id), Verdict::Correct, 1.5);
    row.id = {id};
    row.device = device;
    row.baseline = baseline;
    return row;
}

/// Returns two correct results over two baselines, and one of another device.
std::vector<MetricRow> rowsOverTwoBaselines()
{
    return {rowOf(1, "A", "compile"), rowOf(1, "A", "eager"), rowOf(2, "A", "compile"),
            rowOf(2, "A", "eager"), rowOf(3, "B", "eager")};
}

Scope withDevice(ConditionRule::Kind baselines)
{
    Scope scope;
    scope.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "A"};
    scope.rules[GroupBy::Baseline] = {baselines, ""};
    return scope;
}

} // namespace

TEST(PopulationData, CountsPairsOnceAndCombinationsOverEachBaseline)
{
    const Json pooled = populationJson(
        populationOf(rowsOverTwoBaselines(), withDevice(ConditionRule::Kind::Pool)));
    EXPECT_EQ(pooled.at("pairs"), 2) << pooled;
    EXPECT_EQ(pooled.at("cells"), 4);
    EXPECT_EQ(pooled.at("observations"), 2);
    const Json one = populationJson(
        populationOf(rowsOverTwoBaselines(), withDevice(ConditionRule::Kind::Largest)));
    EXPECT_EQ(one.at("pairs"), 2);
    EXPECT_EQ(one.at("cells"), 2);
    EXPECT_EQ(one.at("observations"), 2);
}

TEST(PopulationData, NamesTheUnitOfWhatIsLeftOut)
{
    const Json one = populationJson(
        populationOf(rowsOverTwoBaselines(), withDevice(ConditionRule::Kind::Largest)));
    Json units = Json::object();
    for (const Json &each : one.at("left_out"))
        units[each.at("condition").get<std::string>()] = {each.at("count"), each.at("of")};
    EXPECT_EQ(units.at("baseline").at(1), "speedups") << one;
    EXPECT_EQ(units.at("device"), Json::array({1, "attempts"})) << one;
}

} // namespace loupe::test
