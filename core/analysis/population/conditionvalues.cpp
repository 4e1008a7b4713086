// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/conditionvalues.h"

#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// Returns true if the condition affects speedups only. Verdicts are assumed not to depend on
/// device or baseline. They depend on the precision: a kernel may be right in one and wrong in
/// another.
bool isOfSpeedups(GroupBy condition)
{
    return condition == GroupBy::Device || condition == GroupBy::Clock
        || condition == GroupBy::Baseline;
}

/// Returns true if a speedup without a recorded value of the condition belongs to none.
bool mustBeRecorded(GroupBy condition)
{
    return isOfSpeedups(condition) || condition == GroupBy::Precision;
}

bool matters(const RowIndex::Setting &setting, GroupBy condition)
{
    return setting.hasSpeedup || !isOfSpeedups(condition);
}

constexpr std::uint32_t noValue = ~0U;

/// The distinct recorded values of a condition, and the value of each setting.
struct SettingValues {
    std::vector<Name> values;
    std::vector<std::uint32_t> valueOf; ///< indices into `values`, or noValue

    std::uint32_t placeOf(Name value) const
    {
        const auto found = std::ranges::find(values, value);
        return found == values.end() ? noValue : static_cast<std::uint32_t>(found - values.begin());
    }
};

/// Returns the values among considered rows; unless `areAll`, only of rows that the condition
/// affects.
SettingValues settingValues(const RowIndex &index, std::size_t condition, bool areAll)
{
    SettingValues out;
    for (const RowIndex::Setting &setting : index.settings) {
        const Name value = setting.values[condition];
        const bool isValue = setting.rows > 0 && isRecordedName(value.text())
            && (areAll || matters(setting, scopeConditions[condition]));
        if (isValue && out.placeOf(value) == noValue)
            out.values.push_back(value);
    }
    out.valueOf.reserve(index.settings.size());
    for (const RowIndex::Setting &setting : index.settings)
        out.valueOf.push_back(out.placeOf(setting.values[condition]));
    return out;
}

/// Returns the number of cells of each value.
std::vector<std::size_t> cellsOf(const RowIndex &index, const SettingValues &known)
{
    std::vector<std::size_t> out(known.values.size());
    if (out.size() < 2)
        return out;
    PairNumbers counted;
    std::pair<std::uint32_t, std::uint32_t> last{noValue, 0}; // rows of one cell are consecutive
    for (const RowIndex::Entry &entry : index.entries) {
        const std::pair<std::uint32_t, std::uint32_t> one{known.valueOf[entry.setting], entry.cell};
        if (one == last || one.first == noValue || !index.isConsidered(entry))
            continue;
        last = one;
        const std::size_t before = counted.size();
        if (counted[one] == before)
            ++out[one.first];
    }
    return out;
}

/// Returns why rows of a setting do not belong to a value; nullopt if they do.
std::optional<LeftOutReason> refusal(const RowIndex::Setting &setting, std::size_t condition,
                                     Name asked)
{
    const Name value = setting.values[condition];
    if (value == asked)
        return std::nullopt;
    if (isRecordedName(value.text()))
        return LeftOutReason::OtherValue;
    return mustBeRecorded(scopeConditions[condition]) && setting.hasSpeedup
        ? std::optional(LeftOutReason::NotRecorded)
        : std::nullopt;
}

/// Excludes rows of other values. Rows of other baselines stay, because only their speedups differ
/// (see baselinechoice.h).
void chooseValue(RowIndex &index, std::size_t condition, const std::string &value,
                 std::vector<LeftOutObservations> &leftOut)
{
    if (scopeConditions[condition] == GroupBy::Baseline)
        return;
    LeftOutObservations other{LeftOutReason::OtherValue, scopeConditions[condition], 0};
    LeftOutObservations unknown{LeftOutReason::NotRecorded, scopeConditions[condition], 0};
    const Name asked(value);
    for (RowIndex::Setting &setting : index.settings) {
        if (const auto reason = refusal(setting, condition, asked)) {
            (*reason == LeftOutReason::OtherValue ? other : unknown).count += setting.results();
            setting.rows = 0;
        }
    }
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

namespace {

/// Returns the values of rows with a speedup.
std::set<std::string> timedValues(const RowIndex &index, const SettingValues &known)
{
    std::set<std::string> out;
    for (std::size_t i = 0; i < index.settings.size(); ++i) {
        const RowIndex::Setting &setting = index.settings[i];
        if (setting.rows > 0 && setting.hasSpeedup && known.valueOf[i] != noValue)
            out.insert(known.values[known.valueOf[i]].text());
    }
    return out;
}

std::vector<ConditionValue> countedValues(const RowIndex &index, std::size_t condition,
                                          const SettingValues &known)
{
    const std::vector<std::size_t> cells = cellsOf(index, known);
    std::vector<ConditionValue> out;
    out.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        out.push_back({known.values[i].text(), cells[i]});
    // A protocol without any speedup is less useful than a smaller one with some.
    const std::set<std::string> timed = scopeConditions[condition] == GroupBy::Protocol
        ? timedValues(index, known)
        : std::set<std::string>();
    // On a tie, plain execution of the reference comes first, because suites use it.
    const auto isPlain
        = [](const ConditionValue &each) { return baselineKind(each.value) == "eager"; };
    std::ranges::sort(out, [&](const ConditionValue &a, const ConditionValue &b) {
        if (timed.contains(a.value) != timed.contains(b.value))
            return timed.contains(a.value);
        if (a.cells != b.cells)
            return a.cells > b.cells;
        return isPlain(a) != isPlain(b) ? isPlain(a) : a.value < b.value;
    });
    return out;
}

} // namespace

std::vector<ConditionValue> conditionValues(const RowIndex &index, std::size_t condition)
{
    return countedValues(index, condition, settingValues(index, condition, false));
}

PopulationCondition applyCondition(RowIndex &index, std::size_t condition,
                                   const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut)
{
    using State = PopulationCondition::State;
    PopulationCondition out;
    out.condition = scopeConditions[condition];
    out.values = conditionValues(index, condition);
    if (rule.kind == ConditionRule::Kind::Only) {
        out.state = State::Only;
        out.value = rule.value;
        chooseValue(index, condition, out.value, leftOut);
        return out;
    }
    const bool matters = !out.values.empty();
    if (!matters)
        out.values = countedValues(index, condition, settingValues(index, condition, true));
    if (!out.values.empty())
        out.value = out.values.front().value;
    if (!out.hasSeveral())
        return out;
    if (!matters) {
        out.state = State::Unasked;
        out.value.clear();
        return out;
    }
    if (rule.kind == ConditionRule::Kind::Largest) {
        out.state = State::Largest;
        chooseValue(index, condition, out.value, leftOut);
        return out;
    }
    out.state = rule.kind == ConditionRule::Kind::Split ? State::Split : State::Pooled;
    out.value.clear();
    return out;
}

} // namespace loupe
