// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/mixedconditions.h"

#include "core/model/recordedname.h"

#include <array>
#include <set>

namespace loupe {

namespace {

struct Condition {
    GroupBy condition;
    Name MetricRow::*value;
    bool ofSpeedups; ///< matters only where there is one
};

constexpr std::array conditions{
    Condition{GroupBy::Suite, &MetricRow::suite, false},
    Condition{GroupBy::Protocol, &MetricRow::protocol, false},
    Condition{GroupBy::Device, &MetricRow::device, true},
    Condition{GroupBy::Precision, &MetricRow::precision, true},
    Condition{GroupBy::Baseline, &MetricRow::baseline, true},
};

} // namespace

std::vector<MixedCondition> mixedConditions(std::span<const MetricRow> rows)
{
    std::vector<MixedCondition> out;
    for (const Condition &each : conditions) {
        std::set<Name> values;
        Name last;
        for (const MetricRow &row : rows) {
            const Name value = row.*each.value;
            if (value == last || (each.ofSpeedups && !row.speedup))
                continue;
            last = value;
            if (isRecordedName(value.text()))
                values.insert(value);
        }
        if (values.size() > 1)
            out.push_back({each.condition, {values.begin(), values.end()}});
    }
    return out;
}

} // namespace loupe
