// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/mixedconditions.h"

#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

namespace loupe {

namespace {

struct Condition {
    GroupBy condition;
    Name MetricRow::*value;
    bool ofSpeedups; ///< matters only for rows with a speedup
};

constexpr std::array conditions{
    Condition{GroupBy::Suite, &MetricRow::suite, false},
    Condition{GroupBy::Protocol, &MetricRow::protocol, false},
    Condition{GroupBy::Device, &MetricRow::device, true},
    Condition{GroupBy::Precision, &MetricRow::precision, false},
    Condition{GroupBy::Baseline, &MetricRow::baseline, true},
};

} // namespace

std::vector<MixedCondition> mixedConditions(std::span<const MetricRow> rows)
{
    std::vector<MixedCondition> out;
    for (const Condition &each : conditions) {
        std::unordered_set<Name> found;
        Name last;
        for (const MetricRow &row : rows) {
            const Name value = row.*each.value;
            if (value == last || (each.ofSpeedups && !row.speedup))
                continue;
            last = value;
            if (isRecordedName(value.text()))
                found.insert(value);
        }
        if (found.size() > 1) {
            const std::set<Name> values(found.begin(), found.end());
            out.push_back({each.condition, {values.begin(), values.end()}});
        }
    }
    return out;
}

std::string countedValues(const MixedCondition &mixed)
{
    constexpr std::size_t most = 6;
    const auto &values = mixed.values;
    const std::span shown(values.data(), std::min(values.size(), most));
    return fmt::format("{} {}s ({}{})", values.size(), name(mixed.condition),
                       fmt::join(shown, ", "), values.size() > most ? ", …" : "");
}

std::string devicesOf(std::span<const MetricRow> rows)
{
    std::set<Name> devices;
    Name last;
    for (const MetricRow &row : rows) {
        if (row.device != last && isRecordedName(row.device.text()))
            devices.insert(row.device);
        last = row.device;
    }
    if (devices.empty())
        return "a device that is not recorded";
    return devices.size() == 1 ? devices.begin()->text()
                               : fmt::format("{} devices", devices.size());
}

} // namespace loupe
