// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/scopejson.h"

#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 4> ruleNames{"largest", "only", "split", "pool"};

ConditionRule ruleFrom(const JsonReader &json)
{
    const std::string text = json.requiredString("rule");
    const auto found = std::ranges::find(ruleNames, text);
    json.allowOnly({"rule", "value"});
    if (found == ruleNames.end()) {
        json.problem("rule", "must be largest, only, split or pool");
        return {};
    }
    ConditionRule out{static_cast<ConditionRule::Kind>(found - ruleNames.begin()), {}};
    if (out.kind == ConditionRule::Kind::Only)
        out.value = json.requiredString("value");
    else if (json.has("value"))
        json.problem("value", "goes with the rule \"only\"");
    return out;
}

} // namespace

Json toJson(const Scope &scope)
{
    Json conditions = Json::object();
    for (const auto &[condition, rule] : scope.rules) {
        Json out = {{"rule", ruleNames.at(static_cast<std::size_t>(rule.kind))}};
        if (rule.kind == ConditionRule::Kind::Only)
            out["value"] = rule.value;
        conditions[std::string(name(condition))] = std::move(out);
    }
    Json out = {{"choice", text(scope.choice)}, {"conditions", std::move(conditions)}};
    // Written only if set, because older figures lack these keys.
    if (scope.verdict == CountedVerdict::Strict)
        out["verdict"] = name(scope.verdict);
    if (!scope.joinBaselines)
        out["join_baselines"] = false;
    return out;
}

Scope scopeFrom(const JsonReader &json)
{
    Scope out;
    if (const auto choice = attemptChoiceFromText(json.optionalString("choice", "last")))
        out.choice = *choice;
    else
        json.problem("choice", choice.error().message);
    if (const auto conditions = json.object("conditions", false)) {
        for (const GroupBy condition : scopeConditions) {
            if (const auto rule = conditions->object(name(condition), false))
                out.rules.emplace(condition, ruleFrom(*rule));
        }
        conditions->allowOnly(
            {"suite", "suite_version", "protocol", "device", "precision", "clock", "baseline"});
    }
    out.joinBaselines = json.optionalBool("join_baselines", true);
    const std::string verdict = json.optionalString("verdict", std::string(name(out.verdict)));
    if (verdict == name(CountedVerdict::Strict))
        out.verdict = CountedVerdict::Strict;
    else if (verdict != name(out.verdict))
        json.problem("verdict", "must be run or strict");
    json.allowOnly({"choice", "conditions", "join_baselines", "verdict"});
    return out;
}

std::string savedText(const Scope &scope)
{
    Json out = toJson(scope);
    out["flagged"] = scope.includeWithheld;
    return out.dump();
}

Result<Scope> scopeFromSaved(std::string_view text)
{
    const char *const source = "scope of the view";
    auto json = parseJson(text, source);
    if (!json)
        return std::move(json).error();
    std::vector<JsonProblem> problems;
    if (!json->is_object())
        problems.push_back({source, "is no JSON object"});
    bool isFlagged = false;
    if (problems.empty()) {
        isFlagged = JsonReader(*json, source, {}, problems).optionalBool("flagged", false);
        json->erase("flagged");
    }
    Scope out;
    if (problems.empty())
        out = scopeFrom(JsonReader(*json, source, {}, problems));
    if (!problems.empty())
        return toError(problems);
    out.includeWithheld = isFlagged;
    return out;
}

} // namespace loupe
