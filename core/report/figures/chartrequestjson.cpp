// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/chartrequestjson.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/figures/scopejson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 2> orderNames{"group", "likeness"};
constexpr std::array<std::string_view, 4> costNames{"tokens", "dollars", "seconds", "requests"};
constexpr std::array<std::string_view, 2> rooflineDotNames{"candidates", "with_references"};
constexpr std::array<std::string_view, 2> thresholdNames{"above", "at_least"};

template <typename Enum, std::size_t N>
std::string nameOf(Enum value, const std::array<std::string_view, N> &names)
{
    return std::string(names.at(static_cast<std::size_t>(value)));
}

template <typename Enum, std::size_t N>
Enum choiceOf(const JsonReader &json, std::string_view key,
              const std::array<std::string_view, N> &names, Enum usual)
{
    if (!json.has(key))
        return usual;
    const std::string text = json.requiredString(key);
    for (std::size_t i = 0; i < N; ++i) {
        if (names.at(i) == text)
            return static_cast<Enum>(i);
    }
    json.problem(key, fmt::format("is none of {}", fmt::join(names, ", ")));
    return usual;
}

std::optional<GroupBy> groupingOf(const JsonReader &json, std::string_view key)
{
    if (!json.has(key) || json.json().at(std::string(key)).is_null())
        return std::nullopt;
    const auto out = groupByFromName(json.requiredString(key));
    if (!out)
        json.problem(key, fmt::format("is none of {}", fmt::join(groupingNames(), ", ")));
    return out;
}

/// Reads an integer within bounds; returns `usual` if it is missing or outside.
std::int64_t wholeNumber(const JsonReader &json, std::string_view key, std::int64_t least,
                         std::int64_t most, std::int64_t usual)
{
    if (!json.has(key))
        return usual;
    const std::int64_t value = json.requiredInteger(key);
    if (value >= least && value <= most)
        return value;
    json.problem(key, "must be from " + std::to_string(least) + " to " + std::to_string(most));
    return usual;
}

ChartKind kindOf(const JsonReader &json)
{
    const std::string id = json.requiredString("kind");
    if (const auto kind = chartKindFromId(id))
        return *kind;
    if (!id.empty()) {
        std::vector<std::string_view> ids;
        for (const ChartKindFacts &each : allChartKinds())
            ids.push_back(each.id);
        json.problem("kind", fmt::format("is none of {}", fmt::join(ids, ", ")));
    }
    return ChartKind::SpeedupHistogram;
}

HistogramAxis axisOf(const JsonReader &json)
{
    HistogramAxis axis;
    constexpr std::int64_t farthest = 20;
    axis.minLog2 = static_cast<int>(wholeNumber(json, "min_log2", -farthest, 0, axis.minLog2));
    axis.maxLog2 = static_cast<int>(wholeNumber(json, "max_log2", 1, farthest, axis.maxLog2));
    axis.binsPerOctave
        = static_cast<int>(wholeNumber(json, "bins_per_octave", 1, 8, axis.binsPerOctave));
    json.allowOnly({"min_log2", "max_log2", "bins_per_octave"});
    return axis;
}

std::vector<FastPThreshold> thresholdsOf(const JsonReader &json)
{
    std::vector<FastPThreshold> out;
    for (const JsonReader &each : json.objects("fast", false)) {
        FastPThreshold threshold;
        threshold.p = each.requiredNumber("p");
        if (!(threshold.p >= 0))
            each.problem("p", "must not be negative");
        threshold.threshold = choiceOf(each, "threshold", thresholdNames, threshold.threshold);
        each.allowOnly({"p", "threshold"});
        out.push_back(threshold);
    }
    return out;
}

std::vector<int> passAtOf(const JsonReader &json)
{
    std::vector<int> out;
    if (!json.has("pass_at"))
        return out;
    const Json &list = json.json().at("pass_at");
    if (!list.is_array()) {
        json.problem("pass_at", "must be an array of whole numbers");
        return out;
    }
    for (const Json &each : list) {
        constexpr int most = 1'000'000;
        if (each.is_number_integer() && each >= 1 && each <= most)
            out.push_back(each.get<int>());
        else
            json.problem("pass_at[" + std::to_string(out.size()) + "]",
                         "must be a whole number from 1");
    }
    return out;
}

constexpr std::array limitNames{
    std::pair{"x_least", &ChartLimits::xLeast}, std::pair{"x_most", &ChartLimits::xMost},
    std::pair{"y_least", &ChartLimits::yLeast}, std::pair{"y_most", &ChartLimits::yMost}};

ChartLimits limitsOf(const JsonReader &json)
{
    ChartLimits out;
    for (const auto &[key, limit] : limitNames)
        out.*limit = json.nullableNumber(key);
    if (!out.areOrdered())
        json.problem("x_least", "each least must be below its most");
    json.allowOnly({"x_least", "x_most", "y_least", "y_most"});
    return out;
}

Json thresholdsJson(const std::vector<FastPThreshold> &fast)
{
    Json out = Json::array();
    for (const FastPThreshold &each : fast)
        out.push_back({{"p", each.p}, {"threshold", nameOf(each.threshold, thresholdNames)}});
    return out;
}

} // namespace

Json toJson(const ChartRequest &request)
{
    Json out{{"kind", facts(request.kind).id},
             {"group_by", name(request.groupBy)},
             {"split_by", request.splitBy ? Json(name(*request.splitBy)) : Json(nullptr)},
             {"mirrored", request.isMirrored},
             {"sound_tasks_only", request.soundTasksOnly},
             {"without_withheld", request.withoutWithheld},
             {"fast", thresholdsJson(request.fast)},
             {"pass_at", request.passAt},
             {"axis",
              {{"min_log2", request.axis.minLog2},
               {"max_log2", request.axis.maxLog2},
               {"bins_per_octave", request.axis.binsPerOctave}}},
             {"intervals", request.withIntervals},
             {"seed", request.seed},
             {"task_order", nameOf(request.order, orderNames)},
             {"cost", nameOf(request.cost, costNames)}};
    // Fields of later versions are written only if set, so that the text of older figures does not
    // change.
    for (const auto &[key, limit] : limitNames) {
        if (request.limits.*limit)
            out["limits"][key] = *(request.limits.*limit);
    }
    if (request.rooflineDots != RooflineDots::Candidates)
        out["roofline_dots"] = nameOf(request.rooflineDots, rooflineDotNames);
    if (request.scope)
        out["scope"] = toJson(*request.scope);
    return out;
}

ChartRequest chartRequestFrom(const JsonReader &json)
{
    constexpr std::int64_t maxSeed = 9'007'199'254'740'992; // 2^53, exact as a double
    ChartRequest out;
    out.kind = kindOf(json);
    out.groupBy = groupingOf(json, "group_by").value_or(out.groupBy);
    out.splitBy = groupingOf(json, "split_by");
    out.isMirrored = json.optionalBool("mirrored", out.isMirrored);
    out.soundTasksOnly = json.optionalBool("sound_tasks_only", out.soundTasksOnly);
    out.withoutWithheld = json.optionalBool("without_withheld", out.withoutWithheld);
    out.fast = thresholdsOf(json);
    out.passAt = passAtOf(json);
    if (const auto axis = json.object("axis", false))
        out.axis = axisOf(*axis);
    if (const auto limits = json.object("limits", false))
        out.limits = limitsOf(*limits);
    out.withIntervals = json.optionalBool("intervals", out.withIntervals);
    out.seed = static_cast<std::uint64_t>(wholeNumber(json, "seed", 0, maxSeed, 1));
    out.order = choiceOf(json, "task_order", orderNames, out.order);
    out.cost = choiceOf(json, "cost", costNames, out.cost);
    out.rooflineDots = choiceOf(json, "roofline_dots", rooflineDotNames, out.rooflineDots);
    if (const auto scope = json.object("scope", false))
        out.scope = scopeFrom(*scope);
    json.allowOnly({"kind", "group_by", "split_by", "mirrored", "sound_tasks_only",
                    "without_withheld", "fast", "pass_at", "axis", "limits", "intervals", "seed",
                    "task_order", "cost", "roofline_dots", "scope"});
    return out;
}

} // namespace loupe
