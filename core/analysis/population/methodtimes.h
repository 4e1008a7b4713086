// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Replaces the reference times of `rows` by the times of `method`, whose results are in `results`
/// among others. A row gets the time of the method's representative at the same task, if this is
/// correct. Both must have the same device. Task content, suite version, protocol, precision and
/// clock must be equal if both sides record them. Of several times, those that share the most
/// recorded conditions count. If these differ by more than 5 %, the time is disputed.
void useTimesOf(std::string_view method, std::span<const MetricRow> results, const Scope &scope,
                std::vector<MetricRow> &rows);

} // namespace loupe
