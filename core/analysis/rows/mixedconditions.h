// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A condition with several values among rows that are pooled.
struct MixedCondition {
    GroupBy condition;
    std::vector<std::string> values; ///< by name

    friend bool operator==(const MixedCondition &, const MixedCondition &) = default;
};

/// Returns the conditions that differ between these rows, so that their figures are not comparable.
/// Suites, protocols and precisions of all rows count. Devices and baselines count only for rows
/// with a speedup, because verdicts are assumed not to depend on them. An unrecorded value is not a
/// value.
std::vector<MixedCondition> mixedConditions(std::span<const MetricRow> rows);

/// Returns "5 baselines (cuda graph, cudnn, …)".
std::string countedValues(const MixedCondition &mixed);

/// Returns the devices of the measurements: "NVIDIA H200", "3 devices", "a device that is not
/// recorded".
std::string devicesOf(std::span<const MetricRow> rows);

} // namespace loupe
