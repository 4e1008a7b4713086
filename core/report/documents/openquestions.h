// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns what the rows leave open, one sentence each with counts:
/// - results that are not recorded, and correct kernels without a time,
/// - tasks known by name only, or with several definitions under one name,
/// - methods that were judged on different tasks,
/// - excluded results, and results without device or precision.
///
/// Empty if the rows leave nothing open.
std::vector<std::string> openQuestions(std::span<const MetricRow> rows);

} // namespace loupe
