// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <map>
#include <span>
#include <string>
#include <tuple>

namespace loupe {

/// One trajectory: its row of each round. Null where the round has rows, but no judged one.
using Trajectory = std::map<int, const MetricRow *>;
/// Run, suite, task, method, sample.
using TrajectoryKey = std::tuple<std::string, std::string, std::string, std::string, int>;

/// Of several attempts at one round the last judged one counts. The rows must outlive the result.
std::map<TrajectoryKey, Trajectory> trajectoriesOf(std::span<const MetricRow> rows);

} // namespace loupe
