// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/successmetrics.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/model/record/confirmedmethod.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns the sample that represents its task; null if none was judged.
const SampleResult *firstSample(const SampleTable &table, const TaskSamples &task)
{
    return task.count == 0 ? nullptr : &table.samples[task.first];
}

/// Returns the rows that are rounds. `kept` stores them only if some are not, to avoid a copy of up
/// to a million rows.
std::span<const MetricRow> roundsAlone(std::span<const MetricRow> rows,
                                       std::vector<MetricRow> &kept)
{
    const auto isRound = [](const MetricRow &row) { return !isConfirmedName(row.method); };
    if (std::ranges::all_of(rows, isRound))
        return rows;
    std::ranges::copy_if(rows, std::back_inserter(kept), isRound);
    return kept;
}

/// Converts a share of tasks with a judged round so far to a share of all tasks.
Figure ofAllTasks(Figure share, int tasks)
{
    for (std::optional<double> *each : {&share.value, &share.high}) {
        if (*each)
            *each = **each * share.total / tasks;
    }
    share.total = tasks;
    return share;
}

/// Returns the rounds in ascending order.
std::set<int> roundsOf(std::span<const MetricRow> rows)
{
    std::set<int> out;
    for (const MetricRow &row : rows)
        out.insert(row.round);
    return out;
}

void addCost(const std::optional<double> &value, CostPerSuccess::Part &part)
{
    if (!value)
        return;
    ++part.recorded;
    part.total += *value;
}

std::optional<double> tokensOf(const RowCost &cost)
{
    if (!cost.inputTokens && !cost.outputTokens)
        return std::nullopt;
    return static_cast<double>(cost.inputTokens.value_or(0))
        + static_cast<double>(cost.outputTokens.value_or(0));
}

std::optional<double> asDouble(const std::optional<std::int64_t> &value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

/// A candidate, whose cost counts once however often it was evaluated.
struct CountedCandidate {
    std::uint32_t task = 0;
    int sample = 0;
    int round = 0;
    friend bool operator==(const CountedCandidate &, const CountedCandidate &) = default;
};

struct CountedCandidateHash {
    std::size_t operator()(const CountedCandidate &each) const noexcept
    {
        const std::uint64_t low = (std::uint64_t{each.task} << 32U)
            ^ (static_cast<std::uint64_t>(each.sample) << 12U)
            ^ static_cast<std::uint64_t>(each.round);
        const std::uint64_t mixed = low * 0x9e3779b97f4a7c15U;
        return mixed ^ (mixed >> 32U);
    }
};

} // namespace

std::string fastPName(double p, Threshold threshold, std::string_view at)
{
    return fmt::format("fast_{}{}{} ({})", p, at.empty() ? "" : "@", at,
                       threshold == Threshold::Above ? ">" : ">=");
}

bool isFast(const SampleResult &sample, double p, Threshold threshold)
{
    if (!sample.isCorrect || !sample.speedup)
        return false;
    return threshold == Threshold::Above ? *sample.speedup > p : *sample.speedup >= p;
}

bool isSpeedUnknown(const SampleTable &table)
{
    const auto isCorrect = [](const SampleResult &sample) { return sample.isCorrect; };
    const auto isTimed
        = [](const SampleResult &sample) { return sample.isCorrect && sample.speedup; };
    return std::ranges::any_of(table.samples, isCorrect)
        && std::ranges::none_of(table.samples, isTimed);
}

Figure fastP(const SampleTable &table, double p, Threshold threshold)
{
    Figure out;
    int fast = 0;
    int correct = 0;
    int timed = 0;
    for (const TaskSamples &task : table.tasks) {
        const SampleResult *sample = firstSample(table, task);
        if (sample == nullptr)
            continue;
        ++out.total;
        correct += sample->isCorrect ? 1 : 0;
        timed += sample->speedup ? 1 : 0;
        fast += isFast(*sample, p, threshold) ? 1 : 0;
    }
    out.used = out.total - (correct - timed);
    const bool isUnknown = correct > 0 && timed == 0;
    if (out.total > 0 && !isUnknown) {
        out.value = static_cast<double>(fast) / out.total;
        if (correct > timed)
            out.high = static_cast<double>(fast + correct - timed) / out.total;
    }
    return out;
}

SuccessCount countSuccesses(std::span<const SampleResult> samples, const IsSuccess &isSuccess)
{
    SuccessCount count;
    for (const SampleResult &sample : samples) {
        if (isSuccess(sample)) {
            ++count.successes;
            if (count.firstSuccess < 0)
                count.firstSuccess = count.samples;
        }
        ++count.samples;
    }
    return count;
}

std::vector<SuccessCount> countSuccesses(const SampleTable &table, const IsSuccess &isSuccess)
{
    std::vector<SuccessCount> out;
    out.reserve(table.tasks.size());
    for (const TaskSamples &task : table.tasks) {
        if (task.count > 0)
            out.push_back(countSuccesses(table.of(task), isSuccess));
    }
    return out;
}

std::optional<double> passAtK(SuccessCount count, int k)
{
    if (k < 1 || count.samples < k)
        return std::nullopt;
    const int failures = count.samples - count.successes;
    if (failures < k)
        return 1.0;
    double allFail = 1.0;
    for (int j = failures + 1; j <= count.samples; ++j)
        allFail *= 1.0 - static_cast<double>(k) / j;
    return 1.0 - allFail;
}

Figure meanPassAtK(std::span<const SuccessCount> tasks, int k, PassAtKRule rule)
{
    Figure out;
    out.total = static_cast<int>(tasks.size());
    double sum = 0;
    for (const SuccessCount &task : tasks) {
        if (const auto value = passAtK(task, k)) {
            sum += *value;
            ++out.used;
        }
    }
    const int of = rule == PassAtKRule::EnoughSamples ? out.used : out.total;
    if (of > 0)
        out.value = sum / of;
    return out;
}

Figure anyOfFirstK(std::span<const SuccessCount> tasks, int k)
{
    Figure out;
    out.total = static_cast<int>(tasks.size());
    int any = 0;
    for (const SuccessCount &task : tasks) {
        out.used += task.samples >= k ? 1 : 0;
        any += task.firstSuccess >= 0 && task.firstSuccess < k ? 1 : 0;
    }
    if (out.total > 0 && k > 0)
        out.value = static_cast<double>(any) / out.total;
    return out;
}

StageCounts stageCounts(const SampleTable &table)
{
    StageCounts out;
    for (const TaskSamples &task : table.tasks) {
        const SampleResult *sample = firstSample(table, task);
        if (sample == nullptr)
            continue;
        ++out.submitted;
        out.call += sample->isBuilt ? 1 : 0;
        out.exe += sample->isCorrect ? 1 : 0;
        out.perf += sample->isCorrect && sample->speedup ? 1 : 0;
    }
    return out;
}

std::vector<RoundFigure> fastPByRound(std::span<const MetricRow> rows, double p,
                                      Threshold threshold)
{
    std::vector<MetricRow> kept;
    rows = roundsAlone(rows, kept);
    const auto hasSample = [](const TaskSamples &task) { return task.count > 0; };
    const SampleTable whole = sampleTable(rows, SampleRule::BestRound);
    const int tasks
        = static_cast<int>(std::count_if(whole.tasks.begin(), whole.tasks.end(), hasSample));
    std::vector<RoundFigure> out;
    for (const int round : roundsOf(rows)) {
        const SampleTable table = sampleTable(rows, SampleRule::BestRound, round);
        RoundFigure figure;
        figure.round = round;
        figure.last = fastP(sampleTable(rows, SampleRule::LastRound, round), p, threshold);
        figure.last = ofAllTasks(figure.last, tasks);
        figure.fast.total = tasks;
        int fast = 0;
        std::vector<double> best;
        for (const TaskSamples &task : table.tasks) {
            const SampleResult *sample = firstSample(table, task);
            if (sample == nullptr)
                continue;
            figure.correct += sample->isCorrect ? 1 : 0;
            figure.fast.used += !sample->isCorrect || sample->speedup ? 1 : 0;
            fast += isFast(*sample, p, threshold) ? 1 : 0;
            if (sample->speedup)
                best.push_back(*sample->speedup);
        }
        const bool isUnknown = figure.correct > 0 && best.empty();
        const int untimed = figure.correct - static_cast<int>(best.size());
        if (tasks > 0 && !isUnknown) {
            figure.fast.value = static_cast<double>(fast) / tasks;
            if (untimed > 0)
                figure.fast.high = static_cast<double>(fast + untimed) / tasks;
        }
        figure.bestTimed = static_cast<int>(best.size());
        figure.bestMean = geometricMeanOf(best);
        out.push_back(figure);
    }
    return out;
}

CostPerSuccess costPerSuccess(std::span<const MetricRow *const> rows)
{
    CostPerSuccess out;
    NameNumbers<4> tasks;
    std::vector<bool> isSolved;
    std::unordered_set<CountedCandidate, CountedCandidateHash> counted;
    counted.reserve(rows.size());
    std::optional<NameKey<4>> last; // rows of one task are mostly consecutive
    std::uint32_t task = 0;
    for (const MetricRow *row : rows) {
        if (isConfirmedName(row->method))
            continue;
        ++out.rows;
        const NameKey<4> key{row->run, row->method, row->suite, row->task};
        if (key != last)
            task = tasks[key];
        last = key;
        isSolved.resize(std::max(isSolved.size(), tasks.size()));
        if (outcomeOf(row->verdict) == Outcome::Correct)
            isSolved[task] = true;
        const RowCost &cost = row->cost;
        if (cost == RowCost() || !counted.insert({task, row->sample, row->round}).second)
            continue;
        addCost(tokensOf(cost), out.tokens);
        addCost(cost.dollars, out.dollars);
        addCost(cost.seconds, out.seconds);
        addCost(asDouble(cost.requests), out.requests);
    }
    out.successes = static_cast<int>(std::count(isSolved.begin(), isSolved.end(), true));
    for (CostPerSuccess::Part *part : {&out.tokens, &out.dollars, &out.seconds, &out.requests}) {
        if (part->recorded > 0 && out.successes > 0)
            part->perSuccess = part->total / out.successes;
    }
    return out;
}

} // namespace loupe
