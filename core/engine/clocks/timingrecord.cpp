// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/timingrecord.h"

#include <algorithm>
#include <iterator>
#include <utility>
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

void addSamples(TimingSeries series, Evaluation &evaluation)
{
    const auto same = [&](const TimingSeries &each) {
        return each.role == series.role && each.clock == series.clock
            && each.caseName == series.caseName;
    };
    const auto before = std::ranges::find_if(evaluation.timings, same);
    if (before == evaluation.timings.end()) {
        evaluation.timings.push_back(std::move(series));
        return;
    }
    std::vector<std::int64_t> &processes = before->samplesByProcess;
    if (processes.empty())
        processes.push_back(std::ssize(before->samplesMs));
    const auto count = static_cast<double>(processes.size());
    before->overheadMs = (count * before->overheadMs + series.overheadMs) / (count + 1);
    processes.push_back(std::ssize(series.samplesMs));
    before->samplesMs.insert(before->samplesMs.end(), series.samplesMs.begin(),
                             series.samplesMs.end());
    before->callsPerSample.insert(before->callsPerSample.end(), series.callsPerSample.begin(),
                                  series.callsPerSample.end());
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

void keepSpeedup(const PairedTiming &timing, const std::string &baseline, Evaluation &evaluation,
                 double processes)
{
    keepSpeedup(estimateSpeedup(timing.baselineMs, timing.candidateMs), baseline, evaluation,
                processes);
}

void keepSpeedup(const SpeedupEstimate &estimate, const std::string &baseline,
                 Evaluation &evaluation, double processes)
{
    evaluation.baseline = baseline;
    evaluation.candidateMs = estimate.candidateMs;
    evaluation.baselineMs = estimate.baselineMs;
    const SpeedupEstimate allowing = allowingForProcesses(estimate, processes);
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
