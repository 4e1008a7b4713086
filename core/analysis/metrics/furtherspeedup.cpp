// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/furtherspeedup.h"

#include "core/analysis/metrics/timesbycase.h"

#include <algorithm>

namespace loupe {

std::optional<SpeedupEstimate> furtherSpeedup(const Evaluation &evaluation,
                                              const FurtherSamples &baseline)
{
    const auto isCounted = [&](const TimingSeries &series) {
        return series.role == "candidate" && series.clock == baseline.clock;
    };
    if (std::ranges::count_if(evaluation.timings, isCounted) != 1)
        return std::nullopt;
    const TimingSeries &candidate = *std::ranges::find_if(evaluation.timings, isCounted);
    const auto candidateMs = timeOfCall(candidate);
    if (!candidateMs)
        return std::nullopt;
    auto estimate = estimateUnpaired(baseline.samplesMs, candidate.samplesMs);
    if (!estimate)
        return std::nullopt;
    // The time over several processes is not the median of all their samples. The interval must
    // lie around the speedup that is shown.
    const double shift = estimate->candidateMs / *candidateMs;
    estimate->candidateMs = *candidateMs;
    for (double *each : {&estimate->speedup, &estimate->low, &estimate->high})
        *each *= shift;
    return allowingForProcesses(*estimate, processHalfWidthOf(baseline.clock));
}

} // namespace loupe
