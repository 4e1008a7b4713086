// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/furtherbaseline.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns the time of a call in milliseconds: the median of the samples or, for several processes
/// that were timed in sequence, the geometric mean of their medians. nullopt if there are none, or
/// one is not a positive number.
std::optional<double> timeOfCall(const TimingSeries &series);

/// Times of one case of an evaluation, in milliseconds per call.
struct TimeOfCase {
    std::string caseName;
    double candidateMs = 0;
    double baselineMs = 0;
    double speedup = 0; ///< baselineMs / candidateMs
};

/// Returns the times of the cases that have both sides by one clock, in recorded order.
std::vector<TimeOfCase> timesByCase(std::span<const TimingSeries> timings);

/// Returns the case with the least speedup; nullopt unless there are several.
std::optional<TimeOfCase> slowestCase(std::span<const TimeOfCase> cases);

/// Returns the speedup of a candidate over a further baseline, which was timed alone, with an
/// interval that allows for the scatter of both sides and for differences between processes, but
/// not for a drift of the machine between the two measurements. nullopt unless the candidate has
/// one series of samples by the same clock, and both sides have at least four.
std::optional<SpeedupEstimate> furtherSpeedup(const Evaluation &evaluation,
                                              const FurtherSamples &baseline);

} // namespace loupe
