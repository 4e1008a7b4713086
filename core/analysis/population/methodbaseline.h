// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/population/speakers.h"
#include "core/base/name.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// A method can be the baseline of a scope. A speedup is then the time of this method's
// representative over the time of the result, at the same task under the same conditions.

/// Returns the rule of a scope that makes a method its baseline. Its value is "method:CUDA-L1".
ConditionRule overMethod(std::string_view method);
/// Returns the method that a rule of the baseline names; nullopt if it names none.
std::optional<std::string> methodOf(const ConditionRule &rule);
/// Returns the method that is the scope's baseline; nullopt if none is.
std::optional<std::string> baselineMethod(const Scope &scope);
/// Returns the baseline's name in rows and captions: "method CUDA-L1".
std::string methodBaselineName(std::string_view method);

/// Replaces recorded speedups by those over the reference times named `baseline`, which
/// useTimesOf() has attached. Rows that are wrong, untimed or have no such reference lose their
/// speedup.
void replaceSpeedups(Name baseline, std::vector<MetricRow> &rows);

/// Names `baseline` as that of each speedup, and no other baseline. Of several rows of
/// an attempt (attemptnumbers.h) the last one is kept. Adds the number of timed results without
/// a speedup to `leftOut`.
void renameBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                     const NumberedCells &cells, std::vector<LeftOutObservations> &leftOut);

/// Replaces the reference times of `rows` by the times of `method`, whose results are in `results`
/// among others. A row gets the time of the method's representative at the same task, if this is
/// correct. Both must have the same device. Task content, suite version, protocol, precision and
/// clock must be equal if both sides record them. Of several times, those that share the most
/// recorded conditions count. If these differ by more than 5 %, the time is disputed.
void useTimesOf(std::string_view method, std::span<const MetricRow> results, const Scope &scope,
                std::vector<MetricRow> &rows);

} // namespace loupe
