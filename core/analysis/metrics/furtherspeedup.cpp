// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/furtherspeedup.h"

#include <algorithm>

namespace loupe {

std::optional<SpeedupEstimate> furtherSpeedup(const Evaluation &evaluation,
                                              const FurtherSamples &baseline)
{
    const auto isCounted = [&](const TimingSeries &series) {
        return series.role == "candidate" && series.clock == baseline.clock;
    };
    const auto isTime = [](double milliseconds) { return milliseconds > 0; };
    if (std::ranges::count_if(evaluation.timings, isCounted) != 1)
        return std::nullopt;
    const TimingSeries &candidate = *std::ranges::find_if(evaluation.timings, isCounted);
    if (!std::ranges::all_of(candidate.samplesMs, isTime))
        return std::nullopt;
    const auto estimate = estimateUnpaired(baseline.samplesMs, candidate.samplesMs);
    if (!estimate)
        return std::nullopt;
    return allowingForProcesses(*estimate, processHalfWidthOf(baseline.clock));
}

} // namespace loupe
