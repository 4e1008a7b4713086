// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/scopeoverrides.h"

#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string textOf(const ScopeOverride &each)
{
    return each.first == each.second
        ? fmt::format("{} {}, for {}", each.what, each.first, each.around)
        : fmt::format("{} {} (A) and {} (B), for {}", each.what, each.first, each.second,
                      each.around);
}

} // namespace

std::vector<ScopeOverride> scopeOverrides(const Population &first, const Population &second,
                                          const Population &around)
{
    std::vector<ScopeOverride> out;
    const auto add = [&](ScopeOverride each) {
        const bool isFollowed = each.first == each.around && each.second == each.around;
        if (!isFollowed && !each.first.empty() && !each.second.empty() && !each.around.empty())
            out.push_back(std::move(each));
    };
    for (const GroupBy condition : scopeConditions)
        add({label(condition), first.condition(condition).value, second.condition(condition).value,
             around.condition(condition).value});
    const auto choiceOf = [](const Population &population) {
        return sentenceOf(population.scope().choice, {.hasRounds = true});
    };
    add({"attempt", choiceOf(first), choiceOf(second), choiceOf(around)});
    return out;
}

std::string text(const std::vector<ScopeOverride> &overrides)
{
    if (overrides.empty())
        return {};
    std::vector<std::string> parts;
    parts.reserve(overrides.size());
    for (const ScopeOverride &each : overrides)
        parts.push_back(textOf(each));
    return fmt::format("Instead of the scope: {}.", fmt::join(parts, "; "));
}

} // namespace loupe
