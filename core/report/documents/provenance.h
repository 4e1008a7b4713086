// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/model/record/goldenrecord.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Returns the speedup of a result over one of its references, with the interval of
/// furtherSpeedup(). nullopt unless a run of the engine timed the reference alone.
std::optional<SpeedupEstimate> speedupOver(const EvaluationDetail &detail,
                                           const ReferenceTime &reference);

/// Returns the speedups that populations derive for a result without a baseline, one sentence per
/// kind: "1.5x over eager, 3 ms, from H100/baseline_time_torch.json:3 (run …)". Those over a
/// further baseline have their interval.
std::vector<std::string> joinedBaselineTexts(const EvaluationDetail &detail);

/// Returns the provenance of an evaluation's figures as text: its run, program, device and
/// settings, and all timed samples in milliseconds. It includes the commands that repeat the
/// measurement and print the stored data. Nothing is rounded.
std::string provenanceText(const EvaluationDetail &detail);

} // namespace loupe
