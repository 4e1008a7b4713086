// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/taskspending.h"

#include "core/analysis/metrics/successmetrics.h"

#include <algorithm>
#include <map>
#include <utility>

namespace loupe {

std::vector<SampledTask> sampledTasks(std::span<const AskedSample> samples)
{
    std::map<NameKey<3>, std::size_t> places;
    std::vector<SampledTask> out;
    for (const AskedSample &sample : samples) {
        const auto [place, isNew]
            = places.try_emplace({sample.run, sample.suite, sample.task}, out.size());
        if (isNew)
            out.push_back({sample.run, sample.suite, sample.task, {}});
        out[place->second].samples.push_back(&sample);
    }
    for (SampledTask &task : out)
        std::ranges::stable_sort(task.samples, {}, &AskedSample::sample);
    return out;
}

std::vector<SpentRound> spentRounds(const SampledTask &task, BudgetUnit unit)
{
    std::vector<SpentRound> out;
    for (const AskedSample *sample : task.samples) {
        for (const AskedRound &round : sample->rounds)
            out.push_back({&round, {}});
    }
    std::ranges::stable_sort(out, {}, [](const SpentRound &each) { return each.round->round; });
    Spending total;
    for (SpentRound &each : out) {
        total.add(each.round->spent);
        each.spent = total.in(unit);
    }
    return out;
}

std::optional<double> spentOnTask(std::span<const SpentRound> rounds)
{
    return rounds.empty() ? std::nullopt : rounds.back().spent;
}

bool isFast(const AskedRound &round, const FastPThreshold &threshold)
{
    SampleResult result;
    result.isCorrect = round.outcome == Outcome::Correct;
    result.speedup = round.speedup;
    return isFast(result, threshold.p, threshold.threshold);
}

} // namespace loupe
