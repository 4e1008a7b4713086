// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/speedmeasure.h"

#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 4> measureNames{"speedups", "times", "gains", "nothing"};

using TaskKey = std::pair<Name, Name>; ///< suite and name

std::set<TaskKey> measuredTasks(std::span<const MetricRow> rows, SpeedMeasure measure)
{
    std::set<TaskKey> out;
    for (const MetricRow &row : rows) {
        if (measuredSpeed(row, measure))
            out.emplace(row.suite, row.task);
    }
    return out;
}

std::ptrdiff_t measuredOnBoth(std::span<const MetricRow> first, std::span<const MetricRow> second,
                              SpeedMeasure measure)
{
    const std::set<TaskKey> before = measuredTasks(first, measure);
    return std::ranges::count_if(measuredTasks(second, measure),
                                 [&](const TaskKey &task) { return before.contains(task); });
}

std::set<Name> devicesOf(std::span<const MetricRow> rows)
{
    std::set<Name> out;
    for (const MetricRow &row : rows) {
        const bool isMeasured = row.speedup || row.candidateMs;
        if (isMeasured && isRecordedName(row.device.text()))
            out.insert(row.device);
    }
    return out;
}

} // namespace

std::string_view name(SpeedMeasure measure)
{
    return measureNames[static_cast<std::size_t>(measure)];
}

std::optional<SpeedMeasure> speedMeasureFromName(std::string_view text)
{
    const auto *const found = std::ranges::find(measureNames, text);
    if (found == measureNames.end())
        return std::nullopt;
    return static_cast<SpeedMeasure>(found - measureNames.begin());
}

std::optional<double> measuredSpeed(const MetricRow &row, SpeedMeasure measure)
{
    switch (measure) {
    case SpeedMeasure::Speedups:
    case SpeedMeasure::Gains:
        return usableSpeedup(row);
    case SpeedMeasure::Times:
        return outcomeOf(row.verdict) == Outcome::Correct && isUsableTime(row.candidateMs)
            ? row.candidateMs
            : std::nullopt;
    case SpeedMeasure::Nothing:
        break;
    }
    return std::nullopt;
}

double speedRatio(double baseline, double other, SpeedMeasure measure)
{
    return measure == SpeedMeasure::Times ? baseline / other : other / baseline;
}

/// Precision may differ, because users compare it; it is listed among the configuration
/// differences.
std::vector<GroupBy> conditionsOf(SpeedMeasure measure, bool areDevicesCompared)
{
    std::vector<GroupBy> out{GroupBy::Protocol};
    const bool mayDevicesDiffer
        = measure == SpeedMeasure::Gains || (measure == SpeedMeasure::Times && areDevicesCompared);
    if (!mayDevicesDiffer)
        out.push_back(GroupBy::Device);
    if (measure != SpeedMeasure::Times)
        out.push_back(GroupBy::Baseline);
    return out;
}

SpeedMeasure usualMeasure(std::span<const MetricRow> first, std::span<const MetricRow> second,
                          bool areDevicesCompared)
{
    const auto times = measuredOnBoth(first, second, SpeedMeasure::Times);
    const std::set<Name> before = devicesOf(first);
    const std::set<Name> after = devicesOf(second);
    if (areDevicesCompared && !before.empty() && !after.empty() && before != after)
        return times > 0 ? SpeedMeasure::Times : SpeedMeasure::Gains;
    const auto speedups = measuredOnBoth(first, second, SpeedMeasure::Speedups);
    return 2 * speedups >= times ? SpeedMeasure::Speedups : SpeedMeasure::Times;
}

} // namespace loupe
