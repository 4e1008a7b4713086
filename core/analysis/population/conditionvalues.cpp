// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/conditionvalues.h"

#include "core/model/recordedname.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace loupe {

namespace {

/// A verdict is held to be the same on every device and against every baseline; a speedup is not.
bool isOfSpeedups(GroupBy condition)
{
    return condition != GroupBy::Suite && condition != GroupBy::SuiteVersion
        && condition != GroupBy::Protocol;
}

bool matters(const MetricRow &row, GroupBy condition)
{
    return row.speedup.has_value() || !isOfSpeedups(condition);
}

/// The distinct values that matter, without counting their cells.
std::unordered_set<Name> distinctValues(const PlacedRows &placed, GroupBy condition)
{
    std::unordered_set<Name> out;
    Name last;
    for (const std::uint32_t place : placed.places) {
        const MetricRow &row = placed.rows[place];
        const Name value = conditionOf(row, condition);
        if (value == last || !matters(row, condition))
            continue;
        last = value;
        if (isRecordedName(value.text()))
            out.insert(value);
    }
    return out;
}

/// The recorded value that lies first; empty where there is none.
Name firstValue(const PlacedRows &placed, GroupBy condition)
{
    for (const std::uint32_t place : placed.places) {
        const MetricRow &row = placed.rows[place];
        const Name value = conditionOf(row, condition);
        if (matters(row, condition) && isRecordedName(value.text()))
            return value;
    }
    return {};
}

/// Whether a row belongs to a value, and if not, why.
std::optional<LeftOutReason> refusal(const MetricRow &row, GroupBy condition, Name asked)
{
    const Name value = conditionOf(row, condition);
    if (value == asked)
        return std::nullopt;
    if (isRecordedName(value.text()))
        return LeftOutReason::OtherValue;
    return isOfSpeedups(condition) && row.speedup ? std::optional(LeftOutReason::NotRecorded)
                                                  : std::nullopt;
}

void keepValue(PlacedRows &placed, GroupBy condition, const std::string &value,
               std::vector<LeftOutObservations> &leftOut)
{
    LeftOutObservations other{LeftOutReason::OtherValue, condition, 0};
    LeftOutObservations unknown{LeftOutReason::NotRecorded, condition, 0};
    const Name asked(value);
    std::erase_if(placed.places, [&](std::uint32_t place) {
        const auto reason = refusal(placed.rows[place], condition, asked);
        if (reason)
            ++(*reason == LeftOutReason::OtherValue ? other : unknown).count;
        return reason.has_value();
    });
    for (const LeftOutObservations &each : {other, unknown}) {
        if (each.count > 0)
            leftOut.push_back(each);
    }
}

} // namespace

Name conditionOf(const MetricRow &row, GroupBy condition)
{
    switch (condition) {
    case GroupBy::Suite:
        return row.suite;
    case GroupBy::Protocol:
        return row.protocol;
    case GroupBy::Device:
        return row.device;
    case GroupBy::Precision:
        return row.precision;
    case GroupBy::Baseline:
        return row.baseline;
    case GroupBy::SuiteVersion:
        return row.suiteVersion;
    case GroupBy::Clock:
        return row.clock;
    default:
        return {};
    }
}

std::vector<ConditionValue> conditionValues(const PlacedRows &placed, GroupBy condition)
{
    const std::unordered_set<Name> distinct = distinctValues(placed, condition);
    std::unordered_map<Name, std::unordered_set<std::uint32_t>> cells;
    if (distinct.size() > 1) { // the cells of a single value are nobody's question
        for (const std::uint32_t place : placed.places) {
            const Name value = conditionOf(placed.rows[place], condition);
            if (distinct.contains(value))
                cells[value].insert(placed.cellOf[place]);
        }
    }
    std::vector<ConditionValue> out;
    out.reserve(distinct.size());
    for (const Name value : distinct)
        out.push_back({value.text(), cells[value].size()});
    // Of equally many the plain execution of the reference comes first: suites mean it.
    const auto isPlain = [](const ConditionValue &each) { return each.value == "eager"; };
    std::ranges::sort(out, [&](const ConditionValue &a, const ConditionValue &b) {
        if (a.cells != b.cells)
            return a.cells > b.cells;
        return isPlain(a) != isPlain(b) ? isPlain(a) : a.value < b.value;
    });
    return out;
}

SeenConditions::SeenConditions(const PlacedRows &placed)
{
    for (const std::uint32_t place : placed.places) {
        const MetricRow &row = placed.rows[place];
        for (std::size_t i = 0; i < scopeConditions.size(); ++i) {
            Seen &seen = m_seen[i];
            const Name value = conditionOf(row, scopeConditions[i]);
            if (seen.hasSeveral || value == seen.last || !matters(row, scopeConditions[i]))
                continue;
            seen.last = value;
            if (!isRecordedName(value.text()))
                continue;
            seen.hasSeveral = seen.hasAny && value != seen.first;
            seen.first = seen.hasAny ? seen.first : value;
            seen.hasAny = true;
        }
    }
}

const SeenConditions::Seen &SeenConditions::of(GroupBy condition) const
{
    const auto place = std::ranges::find(scopeConditions, condition) - scopeConditions.begin();
    return m_seen.at(static_cast<std::size_t>(place));
}

bool SeenConditions::hasAny(GroupBy condition) const
{
    return of(condition).hasAny;
}

bool SeenConditions::hasSeveral(GroupBy condition) const
{
    return of(condition).hasSeveral;
}

PopulationCondition applyCondition(PlacedRows &placed, const SeenConditions &seen,
                                   GroupBy condition, const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut)
{
    using State = PopulationCondition::State;
    PopulationCondition out;
    out.condition = condition;
    if (seen.hasSeveral(condition))
        out.values = conditionValues(placed, condition);
    else if (const Name value = seen.hasAny(condition) ? firstValue(placed, condition) : Name();
             !value.empty())
        out.values.push_back(
            {value.text(), 0}); // the cells of a single value are nobody's question
    if (rule.kind == ConditionRule::Kind::Only) {
        out.state = State::Only;
        out.value = rule.value;
        keepValue(placed, condition, out.value, leftOut);
        return out;
    }
    if (!out.values.empty())
        out.value = out.values.front().value;
    if (!out.hasSeveral())
        return out;
    if (rule.kind == ConditionRule::Kind::Largest) {
        out.state = State::Largest;
        keepValue(placed, condition, out.value, leftOut);
        return out;
    }
    out.state = rule.kind == ConditionRule::Kind::Split ? State::Split : State::Pooled;
    out.value.clear();
    return out;
}

} // namespace loupe
