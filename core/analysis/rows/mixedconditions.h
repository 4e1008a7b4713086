// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A condition of which rows that are counted together have several values.
struct MixedCondition {
    GroupBy condition;
    std::vector<std::string> values; ///< by name

    friend bool operator==(const MixedCondition &, const MixedCondition &) = default;
};

/// What these rows do not share, so that their figures answer no one question: suites and protocols
/// of all of them; devices, baselines and precisions of those with a speedup, because a verdict is
/// held to be the same on each. What was not recorded is no value: it is never a second device.
std::vector<MixedCondition> mixedConditions(std::span<const MetricRow> rows);

/// "5 baselines (cuda graph, cudnn, …)".
std::string countedValues(const MixedCondition &mixed);

} // namespace loupe
