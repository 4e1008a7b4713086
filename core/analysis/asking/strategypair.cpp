// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/strategypair.h"

#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/statistics/hypothesistests.h"
#include "core/base/result.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// The result of a strategy at a task.
struct TaskEnd {
    bool isKnown = false;
    bool isCorrect = false;
    std::optional<double> best;
    double spent = 0.0;
};

TaskEnd endOf(const SampledTask &task, const StrategyPairOptions &options)
{
    TaskEnd out;
    const std::vector<SpentRound> rounds = spentRounds(task, options.unit);
    if (!spentOnTask(rounds))
        return out;
    bool isJudgedOrLost = true;
    for (const SpentRound &each : rounds) {
        const AskedRound &round = *each.round;
        if (options.budget && *each.spent > *options.budget) // as the total is known, each part is
            break;
        out.spent = *each.spent;
        const bool isUnknown = round.lost == LostAnswer::No && !isJudged(round.outcome);
        isJudgedOrLost = isJudgedOrLost && !isUnknown;
        if (round.outcome != Outcome::Correct)
            continue;
        out.isCorrect = true;
        if (round.speedup)
            out.best = std::max(out.best.value_or(*round.speedup), *round.speedup);
    }
    // A program that was not judged may be correct.
    out.isKnown = out.isCorrect || isJudgedOrLost;
    return out;
}

using TaskEnds = std::map<NameKey<2>, TaskEnd>; ///< by suite and task

Result<TaskEnds> endsOf(const AskedPopulation &asked, Name method,
                        const StrategyPairOptions &options)
{
    TaskEnds out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        if (samples.front().method != method)
            continue;
        for (const SampledTask &task : sampledTasks(samples))
            out[{task.suite, task.task}] = endOf(task, options);
    }
    if (out.empty())
        return Error{.code = Errc::NotFound,
                     .message
                     = "no conversation of the method \"" + method.text() + "\" counts here",
                     .hint = "kloupe dialogue STORE lists what was recorded"};
    return out;
}

/// Accumulates the tasks that both methods have.
class PairTally
{
public:
    explicit PairTally(StrategyPair &out) : m_out(out) { }

    void add(const TaskEnd &first, const TaskEnd &second)
    {
        if (!first.isKnown || !second.isKnown) {
            ++m_out.unknown;
            return;
        }
        ++m_out.tasks;
        if (first.isCorrect && second.isCorrect)
            ++m_out.both;
        else if (first.isCorrect || second.isCorrect)
            ++(first.isCorrect ? m_out.onlyFirst : m_out.onlySecond);
        else
            ++m_out.neither;
        m_spent.emplace_back(first.spent, second.spent);
        if (first.best && second.best)
            m_logRatios.push_back(std::log(*first.best / *second.best));
    }

    void finish(const BootstrapOptions &options)
    {
        m_out.solvesP = signTest(m_out.onlyFirst, m_out.onlySecond);
        m_out.timed = static_cast<int>(m_logRatios.size());
        finishSpeeds(options);
        finishSpending(options);
    }

private:
    void finishSpeeds(const BootstrapOptions &options)
    {
        if (m_logRatios.empty())
            return;
        PermutationOptions permutations;
        permutations.seed = options.seed;
        m_out.speedP = pairedPermutationTest(m_logRatios, permutations).p;
        ClusterSums sums(m_logRatios.size(), 2);
        for (std::size_t i = 0; i < m_logRatios.size(); ++i) {
            sums.add(i, 0, 1.0);
            sums.add(i, 1, m_logRatios[i]);
        }
        const SumStatistic mean
            = [](std::span<const double> drawn) { return std::exp(drawn[1] / drawn[0]); };
        m_out.speedupRatio = bootstrap(sums, std::span(&mean, 1), options)[0];
    }

    void finishSpending(const BootstrapOptions &options)
    {
        if (m_spent.empty())
            return;
        ClusterSums sums(m_spent.size(), 2);
        for (std::size_t i = 0; i < m_spent.size(); ++i) {
            sums.add(i, 0, m_spent[i].first);
            sums.add(i, 1, m_spent[i].second);
        }
        const std::vector<double> total = sums.total();
        m_out.spentByFirst = total[0] / static_cast<double>(m_spent.size());
        m_out.spentBySecond = total[1] / static_cast<double>(m_spent.size());
        const SumStatistic ratio
            = [](std::span<const double> drawn) { return drawn[0] / drawn[1]; };
        m_out.spentRatio = bootstrap(sums, std::span(&ratio, 1), options)[0];
    }

    StrategyPair &m_out;
    std::vector<std::pair<double, double>> m_spent;
    std::vector<double> m_logRatios; ///< of tasks that both solved and timed
};

} // namespace

Result<StrategyPair> strategyPair(const AskedPopulation &asked, Name first, Name second,
                                  const StrategyPairOptions &options)
{
    const auto ofFirst = endsOf(asked, first, options);
    if (!ofFirst)
        return ofFirst.error();
    const auto ofSecond = endsOf(asked, second, options);
    if (!ofSecond)
        return ofSecond.error();
    StrategyPair out;
    out.first = first;
    out.second = second;
    PairTally tally(out);
    for (const auto &[task, end] : *ofFirst) {
        const auto found = ofSecond->find(task);
        if (found == ofSecond->end())
            ++out.missing;
        else
            tally.add(end, found->second);
    }
    for (const auto &[task, end] : *ofSecond)
        out.missing += ofFirst->contains(task) ? 0 : 1;
    if (out.tasks + out.unknown == 0)
        return Error{.code = Errc::NotFound,
                     .message = "no task was tried by both \"" + first.text() + "\" and \""
                         + second.text() + "\"",
                     .hint = "choose two methods that were run on the same tasks"};
    tally.finish(options.bootstrap);
    return out;
}

} // namespace loupe
