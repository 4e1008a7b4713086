// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/metricrow.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The recorded value of a condition that a word means: the value itself, else the only one that
/// is it in another case, else the only one that has the word in it, in any case: "h100" for
/// "NVIDIA H100 80GB HBM3". Baselines that can be joined are values. NotFound where no row has
/// such a value, InvalidInput where several have; both name them in the hint.
Result<std::string> recordedValue(std::span<const MetricRow> rows, GroupBy condition,
                                  std::string_view word);

/// The same among values that are known.
Result<std::string> recordedValue(const std::vector<std::string> &values, GroupBy condition,
                                  std::string_view word);

/// The scope with each value that it asks for as recordedValue() finds it. Errors as of that, with
/// the condition as their place.
Result<Scope> withRecordedValues(Scope scope, std::span<const MetricRow> rows);

} // namespace loupe
