// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/devianceoutcomes.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/statistics/randomstream.h"
#include "core/analysis/statistics/resampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loupe {

namespace {

/// Maximum number of draws of all permutations together: less than a second on one core.
constexpr double maxDraws = 6e7;
constexpr int fewestPermutations = 99;

/// Marks a level that no row has.
constexpr std::uint32_t noLevel = ~0U;

double residualDeviance(const std::vector<OutcomeCell> &levels)
{
    double out = 0;
    for (const OutcomeCell &level : levels)
        out += binomialDeviance(level);
    return out;
}

/// The rows grouped by task.
struct Clusters {
    std::vector<std::uint32_t> levels; ///< of the rows, task by task
    std::vector<std::size_t> starts;   ///< of each task, and the end
    std::vector<std::uint32_t> successes;
    bool haveOneLevel = true; ///< true if each task has one level
};

Clusters clustersOf(const OutcomeRows &rows, std::span<const std::uint32_t> levelOf)
{
    Clusters out;
    out.starts.assign(rows.tasks + 1, 0);
    out.successes.assign(rows.tasks, 0);
    for (std::size_t i = 0; i < rows.taskOf.size(); ++i) {
        ++out.starts[rows.taskOf[i] + 1];
        out.successes[rows.taskOf[i]] += rows.isSuccess[i];
    }
    std::partial_sum(out.starts.begin(), out.starts.end(), out.starts.begin());
    out.levels.resize(levelOf.size());
    std::vector<std::size_t> next = out.starts;
    for (std::size_t i = 0; i < rows.taskOf.size(); ++i)
        out.levels[next[rows.taskOf[i]]++] = levelOf[i];
    for (std::size_t task = 0; task < rows.tasks; ++task) {
        for (std::size_t i = out.starts[task] + 1; i < out.starts[task + 1]; ++i)
            out.haveOneLevel = out.haveOneLevel && out.levels[i] == out.levels[i - 1];
    }
    return out;
}

/// Permutes the levels among the tasks.
void dealAmongTasks(const Clusters &clusters, RandomStream &random,
                    std::vector<std::uint32_t> &order, std::vector<OutcomeCell> &levels)
{
    const auto tasks = static_cast<std::uint32_t>(order.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = 0; i < tasks; ++i) {
        std::swap(order[i], order[i + random.below(tasks - i)]);
        OutcomeCell &level = levels[clusters.levels[clusters.starts[order[i]]]];
        level.trials += static_cast<double>(clusters.starts[i + 1] - clusters.starts[i]);
        level.successes += clusters.successes[i];
    }
}

/// Permutes the successes of each task among its rows. `levels` contains their trials.
void dealWithinTasks(const Clusters &clusters, RandomStream &random,
                     std::vector<std::uint32_t> &shuffled, std::vector<OutcomeCell> &levels)
{
    shuffled = clusters.levels;
    for (std::size_t task = 0; task + 1 < clusters.starts.size(); ++task) {
        std::uint32_t *mine = shuffled.data() + clusters.starts[task];
        const auto count
            = static_cast<std::uint32_t>(clusters.starts[task + 1] - clusters.starts[task]);
        const std::uint32_t successes = clusters.successes[task];
        // Draws the rarer outcome. If that is failure, all rows are successes before.
        const bool drawSuccess = successes * 2 <= count;
        const std::uint32_t draws = drawSuccess ? successes : count - successes;
        for (std::uint32_t i = 0; i < draws; ++i) {
            std::swap(mine[i], mine[i + random.below(count - i)]);
            if (drawSuccess)
                levels[mine[i]].successes += 1;
        }
        for (std::uint32_t i = draws; i < count && !drawSuccess; ++i)
            levels[mine[i]].successes += 1;
    }
}

bool isSuccessOf(DevianceOf of, Outcome outcome)
{
    return of == DevianceOf::Correct ? outcome == Outcome::Correct
                                     : isJudged(outcome) && outcome != Outcome::NoBuild;
}

} // namespace

OutcomeRows outcomeRows(std::span<const MetricRow> rows, const DevianceOptions &options,
                        std::vector<std::string> &leftOut)
{
    const RowGroups first = rowGroups(rows, options.first);
    const RowGroups second = rowGroups(rows, options.second);
    const RowTasks tasks = rowTasks(rows);
    std::vector<double> judged(second.names.size());
    std::vector<double> solved(second.names.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Outcome outcome = outcomeOf(rows[i].verdict);
        judged[second.groupOf[i]] += isJudged(outcome) ? 1 : 0;
        solved[second.groupOf[i]] += isSuccessOf(options.of, outcome) ? 1 : 0;
    }
    OutcomeRows out;
    out.table.firstName = name(options.first);
    out.table.secondName = name(options.second);
    std::vector<std::uint32_t> firstLevel(first.names.size(), noLevel);
    std::vector<std::uint32_t> secondLevel(second.names.size(), noLevel);
    std::vector<std::uint32_t> taskNumber(tasks.count, noLevel);
    for (std::size_t level = 0; level < second.names.size(); ++level) {
        if (judged[level] > 0 && solved[level] == 0 && options.withoutZero) {
            leftOut.push_back(second.names[level]);
        } else if (judged[level] > 0) {
            secondLevel[level] = static_cast<std::uint32_t>(out.table.second.size());
            out.table.second.push_back(second.names[level]);
        }
    }
    const auto isUsed = [&](std::size_t i) {
        return isJudged(outcomeOf(rows[i].verdict)) && secondLevel[second.groupOf[i]] != noLevel;
    };
    std::vector<bool> hasRows(first.names.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isUsed(i))
            hasRows[first.groupOf[i]] = true;
    }
    for (std::size_t level = 0; level < first.names.size(); ++level) {
        if (!hasRows[level])
            continue;
        firstLevel[level] = static_cast<std::uint32_t>(out.table.first.size());
        out.table.first.push_back(first.names[level]);
    }
    out.table.cells.resize(out.table.first.size() * out.table.second.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isUsed(i))
            continue;
        const bool isSuccess = isSuccessOf(options.of, outcomeOf(rows[i].verdict));
        std::uint32_t &task = taskNumber[tasks.taskOf[i]];
        if (task == noLevel)
            task = static_cast<std::uint32_t>(out.tasks++);
        out.firstOf.push_back(firstLevel[first.groupOf[i]]);
        out.secondOf.push_back(secondLevel[second.groupOf[i]]);
        out.taskOf.push_back(task);
        out.isSuccess.push_back(isSuccess ? 1 : 0);
        OutcomeCell &cell
            = out.table.cells[out.firstOf.back() * out.table.second.size() + out.secondOf.back()];
        cell.trials += 1;
        cell.successes += isSuccess ? 1 : 0;
    }
    return out;
}

PermutedDeviance permutedDeviance(const OutcomeRows &rows, std::span<const std::uint32_t> levelOf,
                                  std::size_t levels, const DevianceOptions &options)
{
    const Clusters clusters = clustersOf(rows, levelOf);
    std::vector<OutcomeCell> observed(levels);
    OutcomeCell all;
    for (std::size_t i = 0; i < levelOf.size(); ++i) {
        observed[levelOf[i]].trials += 1;
        observed[levelOf[i]].successes += rows.isSuccess[i];
        all.trials += 1;
        all.successes += rows.isSuccess[i];
    }
    const double null = binomialDeviance(all);
    PermutedDeviance out;
    out.isAmongTasks = clusters.haveOneLevel;
    const double draws = static_cast<double>(out.isAmongTasks ? rows.tasks : rows.taskOf.size());
    out.permutations
        = std::min(options.permutations,
                   std::max(fewestPermutations, static_cast<int>(maxDraws / std::max(1.0, draws))));
    if (out.permutations < 1 || !(null > 0))
        return out;
    // Values that differ only by rounding count as equal.
    const double enough = null - residualDeviance(observed) - 1e-9 * null;
    std::vector<double> explained(static_cast<std::size_t>(out.permutations));
    forEachResample(out.permutations, options.threads, [&](int begin, int end) {
        std::vector<std::uint32_t> order(rows.tasks);
        std::vector<std::uint32_t> shuffled;
        for (int permutation = begin; permutation < end; ++permutation) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(permutation));
            std::vector<OutcomeCell> dealt(levels);
            if (out.isAmongTasks) {
                dealAmongTasks(clusters, random, order, dealt);
            } else {
                for (std::size_t level = 0; level < levels; ++level)
                    dealt[level].trials = observed[level].trials;
                dealWithinTasks(clusters, random, shuffled, dealt);
            }
            explained[static_cast<std::size_t>(permutation)] = null - residualDeviance(dealt);
        }
    });
    int asGood = 0;
    for (const double each : explained) {
        out.meanShare += each / null / out.permutations;
        asGood += each >= enough ? 1 : 0;
    }
    out.p = static_cast<double>(1 + asGood) / (1 + out.permutations);
    return out;
}

} // namespace loupe
