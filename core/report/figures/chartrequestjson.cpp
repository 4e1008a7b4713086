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

template <typename Names>
std::string alternatives(const Names &names)
{
    std::string out;
    for (const auto &each : names)
        out += (out.empty() ? "" : ", ") + std::string(each);
    return out;
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
    json.problem(key, "is none of " + alternatives(names));
    return usual;
}

std::optional<GroupBy> groupingOf(const JsonReader &json, std::string_view key)
{
    if (!json.has(key) || json.json().at(std::string(key)).is_null())
        return std::nullopt;
    const auto out = groupByFromName(json.requiredString(key));
    if (!out)
        json.problem(key, "is none of " + alternatives(groupingNames()));
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
        json.problem("kind", "is none of " + alternatives(ids));
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

/// Visits every field with its key, for writing and for reading.
template <typename Request, typename Visit>
void eachField(Request &request, Visit &visit)
{
    visit("kind", request.kind);
    visit("group_by", request.groupBy);
    visit("split_by", request.splitBy);
    visit("mirrored", request.isMirrored);
    visit("sound_tasks_only", request.soundTasksOnly);
    visit("without_withheld", request.withoutWithheld);
    visit("fast", request.fast);
    visit("pass_at", request.passAt);
    visit("axis", request.axis);
    visit("limits", request.limits);
    visit("intervals", request.withIntervals);
    visit("seed", request.seed);
    visit("task_order", request.order);
    visit("cost", request.cost);
    visit("roofline_dots", request.rooflineDots);
    visit("scope", request.scope);
}

/// Omits default values of fields from later versions, so that the text of older figures does not
/// change.
class FieldWriter
{
public:
    Json take() { return std::move(m_out); }

    template <typename T>
    void operator()(const char *key, const T &value)
    {
        m_out[key] = value;
    }
    void operator()(const char *key, ChartKind kind) { m_out[key] = facts(kind).id; }
    void operator()(const char *key, GroupBy groupBy) { m_out[key] = name(groupBy); }
    void operator()(const char *key, const std::optional<GroupBy> &groupBy)
    {
        m_out[key] = groupBy ? Json(name(*groupBy)) : Json(nullptr);
    }
    void operator()(const char *key, const std::vector<FastPThreshold> &fast)
    {
        m_out[key] = Json::array();
        for (const FastPThreshold &each : fast)
            m_out[key].push_back(
                {{"p", each.p}, {"threshold", nameOf(each.threshold, thresholdNames)}});
    }
    void operator()(const char *key, const HistogramAxis &axis)
    {
        m_out[key] = {{"min_log2", axis.minLog2},
                      {"max_log2", axis.maxLog2},
                      {"bins_per_octave", axis.binsPerOctave}};
    }
    void operator()(const char *key, const ChartLimits &limits)
    {
        for (const auto &[limitKey, limit] : limitNames) {
            if (limits.*limit)
                m_out[key][limitKey] = *(limits.*limit);
        }
    }
    void operator()(const char *key, TaskOrder order) { m_out[key] = nameOf(order, orderNames); }
    void operator()(const char *key, CostUnit cost) { m_out[key] = nameOf(cost, costNames); }
    void operator()(const char *key, RooflineDots dots)
    {
        if (dots != RooflineDots::Candidates)
            m_out[key] = nameOf(dots, rooflineDotNames);
    }
    void operator()(const char *key, const std::optional<Scope> &scope)
    {
        if (scope)
            m_out[key] = toJson(*scope);
    }

private:
    Json m_out = Json::object();
};

class FieldReader
{
public:
    explicit FieldReader(const JsonReader &json) : m_json(json) { }
    void refuseOthers() const
    {
        if (!m_json.json().is_object())
            return;
        for (const auto &[key, value] : m_json.json().items()) {
            if (std::ranges::find(m_keys, key) == m_keys.end())
                m_json.problem(key, "is not a known field");
        }
    }

    template <typename T>
    void operator()(const char *key, T &value)
    {
        m_keys.emplace_back(key);
        read(key, value);
    }

private:
    void read(const char * /*key*/, ChartKind &kind) { kind = kindOf(m_json); }
    void read(const char *key, GroupBy &groupBy)
    {
        groupBy = groupingOf(m_json, key).value_or(groupBy);
    }
    void read(const char *key, std::optional<GroupBy> &groupBy)
    {
        groupBy = groupingOf(m_json, key);
    }
    void read(const char *key, bool &value) { value = m_json.optionalBool(key, value); }
    void read(const char * /*key*/, std::vector<FastPThreshold> &fast)
    {
        fast = thresholdsOf(m_json);
    }
    void read(const char * /*key*/, std::vector<int> &passAt) { passAt = passAtOf(m_json); }
    void read(const char *key, HistogramAxis &axis)
    {
        if (const auto object = m_json.object(key, false))
            axis = axisOf(*object);
    }
    void read(const char *key, ChartLimits &limits)
    {
        if (const auto object = m_json.object(key, false))
            limits = limitsOf(*object);
    }
    void read(const char *key, std::uint64_t &seed)
    {
        constexpr std::int64_t largest = 9'007'199'254'740'992; // 2^53, exact as a double
        seed = static_cast<std::uint64_t>(wholeNumber(m_json, key, 0, largest, 1));
    }
    void read(const char *key, TaskOrder &order)
    {
        order = choiceOf(m_json, key, orderNames, order);
    }
    void read(const char *key, CostUnit &cost) { cost = choiceOf(m_json, key, costNames, cost); }
    void read(const char *key, RooflineDots &dots)
    {
        dots = choiceOf(m_json, key, rooflineDotNames, dots);
    }
    void read(const char *key, std::optional<Scope> &scope)
    {
        if (const auto object = m_json.object(key, false))
            scope = scopeFrom(*object);
    }

    const JsonReader &m_json;
    std::vector<std::string_view> m_keys;
};

} // namespace

Json toJson(const ChartRequest &request)
{
    FieldWriter writer;
    eachField(request, writer);
    return writer.take();
}

ChartRequest chartRequestFrom(const JsonReader &json)
{
    ChartRequest out;
    FieldReader reader(json);
    eachField(out, reader);
    reader.refuseOthers();
    return out;
}

} // namespace loupe
