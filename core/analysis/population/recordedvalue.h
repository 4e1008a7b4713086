// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Finds the recorded value of a condition that a word means. An exact match comes first, then a
/// unique match ignoring case, then a unique substring match ("h100" for "NVIDIA H100 80GB HBM3").
/// Baselines that can be joined count as values. Fails with NotFound if no value matches, or
/// InvalidInput if several do; the hint lists the values.
Result<std::string> recordedValue(std::span<const MetricRow> rows, GroupBy condition,
                                  std::string_view word);

/// Does the same among known values.
Result<std::string> recordedValue(const std::vector<std::string> &values, GroupBy condition,
                                  std::string_view word);

/// Returns the scope with each requested value replaced by the result of recordedValue(). Its
/// errors get the condition as their place. A method as the baseline stays as it is, because its
/// results may be outside `rows`.
Result<Scope> withRecordedValues(Scope scope, std::span<const MetricRow> rows);

} // namespace loupe
