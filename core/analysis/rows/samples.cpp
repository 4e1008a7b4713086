// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/samples.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>

namespace loupe {

namespace {

SampleResult resultOf(const MetricRow &row)
{
    const Outcome outcome = outcomeOf(row.verdict);
    return {outcome != Outcome::NoBuild, outcome == Outcome::Correct, usableSpeedup(row), &row};
}

void addBest(const SampleResult &round, SampleResult &best)
{
    const bool isFirstCorrect = round.isCorrect && !best.isCorrect;
    if (isFirstCorrect || !best.isCorrect || (round.speedup && round.speedup > best.speedup))
        best.row = round.row;
    best.isBuilt = best.isBuilt || round.isBuilt;
    best.isCorrect = best.isCorrect || round.isCorrect;
    if (round.speedup && round.speedup > best.speedup)
        best.speedup = round.speedup;
}

/// Returns the result of one sample from its judged rows, which are in ascending order of rounds.
SampleResult endOf(std::span<const MetricRow *const> rounds, SampleRule rule)
{
    if (rule == SampleRule::LastRound)
        return resultOf(*rounds.back());
    SampleResult out;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const bool isReplaced = i + 1 < rounds.size() && rounds[i + 1]->round == rounds[i]->round;
        if (!isReplaced)
            addBest(resultOf(*rounds[i]), out);
    }
    return out;
}

SampleTable tableOf(const std::vector<const MetricRow *> &rows, SampleRule rule)
{
    RowsByTask grouped = rowsByTask(rows);
    SampleTable out;
    out.tasks.reserve(grouped.count());
    out.samples.reserve(grouped.rows.size());
    for (std::size_t task = 0; task < grouped.count(); ++task) {
        const std::span<const MetricRow *> mine = grouped.of(task);
        TaskSamples entry;
        entry.row = mine.front();
        entry.first = out.samples.size();
        std::sort(mine.begin(), mine.end(), [](const MetricRow *a, const MetricRow *b) {
            if (a->sample != b->sample)
                return a->sample < b->sample;
            return a->round != b->round ? a->round < b->round : a->id < b->id;
        });
        std::size_t begin = 0;
        while (begin < mine.size()) {
            std::size_t end = begin;
            // Moves judged rows to the front of their sample, in order.
            std::size_t judged = begin;
            for (; end < mine.size() && mine[end]->sample == mine[begin]->sample; ++end) {
                if (isJudged(outcomeOf(mine[end]->verdict)))
                    std::swap(mine[judged++], mine[end]);
            }
            if (judged == begin)
                ++entry.unjudged;
            else
                out.samples.push_back(endOf(mine.subspan(begin, judged - begin), rule));
            begin = end;
        }
        entry.count = out.samples.size() - entry.first;
        out.tasks.push_back(entry);
    }
    return out;
}

} // namespace

RowsByTask rowsByTask(std::span<const MetricRow *const> rows)
{
    NameNumbers<4> numbers;
    std::vector<std::uint32_t> taskOf;
    taskOf.reserve(rows.size());
    // Rows of one task are mostly consecutive, so most lookups are skipped.
    std::optional<NameKey<4>> last;
    for (const MetricRow *row : rows) {
        const NameKey<4> key{row->run, row->method, row->suite, row->task};
        taskOf.push_back(last && key == *last ? taskOf.back() : numbers[key]);
        last = key;
    }
    RowsByTask out;
    out.starts.assign(numbers.size() + 1, 0);
    for (const std::uint32_t task : taskOf)
        ++out.starts[task + 1];
    for (std::size_t i = 1; i < out.starts.size(); ++i)
        out.starts[i] += out.starts[i - 1];
    out.rows.resize(rows.size());
    std::vector<std::size_t> next = out.starts;
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.rows[next[taskOf[i]]++] = rows[i];
    return out;
}

SampleTable sampleTable(std::span<const MetricRow> rows, SampleRule rule,
                        std::optional<int> lastRound)
{
    std::vector<const MetricRow *> kept;
    kept.reserve(rows.size());
    for (const MetricRow &row : rows) {
        if (!lastRound || row.round <= *lastRound)
            kept.push_back(&row);
    }
    return tableOf(kept, rule);
}

SampleTable sampleTable(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                        SampleRule rule)
{
    std::vector<const MetricRow *> kept;
    kept.reserve(places.size());
    for (const std::uint32_t place : places)
        kept.push_back(&rows[place]);
    return tableOf(kept, rule);
}

} // namespace loupe
