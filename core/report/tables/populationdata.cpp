// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/populationdata.h"

#include "core/analysis/population/countedresults.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"

#include <string>

namespace loupe {

namespace {

Json conditionJson(const PopulationCondition &condition)
{
    Json values = Json::array();
    for (const ConditionValue &each : condition.values)
        values.push_back({{"value", each.value}, {"cells", each.cells}});
    const bool isOne = !condition.value.empty();
    return {{"state", name(condition.state)},
            {"value", isOne ? Json(condition.value) : Json(nullptr)},
            {"values", condition.hasSeveral() ? values : Json::array()}};
}

Json leftOutJson(const LeftOutObservations &leftOut)
{
    const bool isSpeedup
        = leftOut.reason == LeftOutReason::OtherValue && leftOut.condition == GroupBy::Baseline;
    Json out = {{"reason", name(leftOut.reason)},
                {"count", leftOut.count},
                {"of", isSpeedup ? "speedups" : "attempts"}};
    if (leftOut.condition != GroupBy::All)
        out["condition"] = name(leftOut.condition);
    return out;
}

} // namespace

Json populationJson(const Population &population)
{
    Json conditions = Json::object();
    for (const PopulationCondition &each : population.conditions)
        conditions[std::string(name(each.condition))] = conditionJson(each);
    Json joined = Json::array();
    for (const JoinedBaseline &each : population.joined.from)
        joined.push_back(
            {{"run", each.run}, {"baseline", each.baseline}, {"results", each.results}});
    Json leftOut = Json::array();
    for (const LeftOutObservations &each : population.leftOut)
        leftOut.push_back(leftOutJson(each));
    return {{"caption", captionOf(population)},
            {"choice", text(population.scope().choice)},
            {"verdict", name(population.scope().verdict)},
            {"tasks", population.tasks},
            {"methods", population.methods},
            {"pairs", countResults(population.cells())},
            {"cells", population.cells().size()},
            {"observations", countResults(population.observations())},
            {"given", population.given},
            {"tasks_of_several_versions", population.severalVersions},
            {"conditions", conditions},
            {"baseline_joined_from", joined},
            {"baseline_disputed", population.joined.disputed},
            {"left_out", leftOut}};
}

} // namespace loupe
