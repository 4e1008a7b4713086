// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/timingrecord.h"

#include <algorithm>
#include <vector>

namespace loupe {

double emptyBlockMs(const TimedBlock &block)
{
    std::vector<double> empty;
    for (int i = 0; i < 5; ++i) {
        if (const auto seconds = block(0))
            empty.push_back(seconds->wallSeconds * 1e3);
    }
    if (empty.empty())
        return 0.0;
    const auto middle = empty.begin() + static_cast<std::ptrdiff_t>(empty.size() / 2);
    std::nth_element(empty.begin(), middle, empty.end());
    return *middle;
}

void keepTiming(const PairedTiming &timing, std::string_view clock, const std::string &caseName,
                const std::string &baseline, double overheadMs, Evaluation &evaluation)
{
    const auto series = [&](const char *role, const std::vector<double> &samples, int calls) {
        evaluation.timings.push_back({role, std::string(clock), caseName, samples,
                                      std::vector<int>(samples.size(), calls), overheadMs});
    };
    series("baseline", timing.baselineMs, timing.baselineCalls);
    series("candidate", timing.candidateMs, timing.candidateCalls);
    keepSpeedup(timing, baseline, evaluation);
}

void keepSpeedup(const PairedTiming &timing, const std::string &baseline, Evaluation &evaluation)
{
    keepSpeedup(estimateSpeedup(timing.baselineMs, timing.candidateMs), baseline, evaluation);
}

void keepSpeedup(const SpeedupEstimate &estimate, const std::string &baseline,
                 Evaluation &evaluation)
{
    evaluation.baseline = baseline;
    evaluation.candidateMs = estimate.candidateMs;
    evaluation.baselineMs = estimate.baselineMs;
    const SpeedupEstimate allowing = allowingForProcesses(estimate);
    evaluation.speedup = allowing.speedup;
    evaluation.speedupLow = allowing.low;
    evaluation.speedupHigh = allowing.high;
}

void dropSpeedup(Evaluation &evaluation)
{
    evaluation.speedup.reset();
    evaluation.speedupLow.reset();
    evaluation.speedupHigh.reset();
}

} // namespace loupe
