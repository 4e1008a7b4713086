// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roundtable.h"

#include "core/analysis/grouping.h"
#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace loupe {

namespace {

bool isBuilt(const MetricRow &row)
{
    return outcomeOf(row.verdict) != Outcome::NoBuild;
}

bool isCorrect(const MetricRow &row)
{
    return outcomeOf(row.verdict) == Outcome::Correct;
}

TimedMean meanOf(const std::vector<double> &speedups, int of)
{
    TimedMean out;
    out.timed = static_cast<int>(speedups.size());
    out.of = of;
    if (speedups.empty())
        return out;
    double sum = 0;
    double logs = 0;
    for (const double speedup : speedups) {
        sum += speedup;
        logs += std::log(speedup);
    }
    const double n = static_cast<double>(speedups.size());
    out.arithmetic = sum / n;
    out.geometric = std::exp(logs / n);
    out.median = medianOf(speedups);
    return out;
}

/// Counts one step over all trajectories.
class StepCounter
{
public:
    StepCounter(int fromRound, int toRound)
    {
        m_step.fromRound = fromRound;
        m_step.toRound = toRound;
    }

    void add(const Trajectory &trajectory)
    {
        const auto before = trajectory.find(m_step.fromRound);
        const auto after = trajectory.find(m_step.toRound);
        if (before == trajectory.end() || after == trajectory.end() || before->second == nullptr
            || after->second == nullptr)
            return;
        ++m_step.trajectories;
        add(*before->second, *after->second);
    }

    RoundStep finish()
    {
        m_step.rescuedSpeedup = meanOf(m_rescued, m_step.rescued);
        m_step.brokenSpeedup = meanOf(m_broken, m_step.broken);
        m_step.persistentBefore = meanOf(m_before, m_step.persistent);
        m_step.persistentAfter = meanOf(m_after, m_step.persistent);
        return m_step;
    }

private:
    void add(const MetricRow &before, const MetricRow &after)
    {
        m_step.buildGained += !isBuilt(before) && isBuilt(after) ? 1 : 0;
        m_step.buildLost += isBuilt(before) && !isBuilt(after) ? 1 : 0;
        m_step.identicalCode += after.identicalCode ? 1 : 0;
        m_step.flaky += after.identicalCode && isCorrect(before) != isCorrect(after) ? 1 : 0;
        const auto speedupBefore = usableSpeedup(before);
        const auto speedupAfter = usableSpeedup(after);
        if (isCorrect(before) && isCorrect(after)) {
            ++m_step.persistent;
            if (speedupBefore && speedupAfter) {
                m_before.push_back(*speedupBefore);
                m_after.push_back(*speedupAfter);
            }
        } else if (isCorrect(after)) {
            ++m_step.rescued;
            if (speedupAfter)
                m_rescued.push_back(*speedupAfter);
        } else if (isCorrect(before)) {
            ++m_step.broken;
            if (speedupBefore)
                m_broken.push_back(*speedupBefore);
        } else {
            ++m_step.failing;
        }
    }

    RoundStep m_step;
    std::vector<double> m_rescued;
    std::vector<double> m_broken;
    std::vector<double> m_before;
    std::vector<double> m_after;
};

RoundRates countRound(const Trajectories &trajectories, int round)
{
    RoundRates out;
    out.round = round;
    for (const auto &[key, trajectory] : trajectories) {
        const auto row = trajectory.find(round);
        if (row == trajectory.end())
            continue;
        if (row->second == nullptr) {
            ++out.unknown;
            continue;
        }
        ++out.known;
        out.built += isBuilt(*row->second) ? 1 : 0;
        out.correct += isCorrect(*row->second) ? 1 : 0;
    }
    return out;
}

/// Replaces the counted rates by the base and what the steps gained and lost.
void applyBase(const RoundTableOptions::Base &base, RoundTable &table)
{
    int built = base.built;
    int correct = base.correct;
    for (std::size_t i = 0; i < table.rounds.size(); ++i) {
        if (i > 0) {
            const RoundStep &step = table.steps[i - 1];
            built += step.buildGained - step.buildLost;
            correct += step.rescued - step.broken;
        }
        table.rounds[i].built = built;
        table.rounds[i].correct = correct;
    }
}

std::string definitionOf(const RoundTableOptions &options, int denominator)
{
    std::string out = "Rates are of " + std::to_string(denominator);
    if (!options.denominator)
        out += " trajectories (all among the rows)";
    else if (!options.denominatorSource.empty())
        out += " (" + options.denominatorSource + ")";
    out += ". ";
    if (!options.base)
        return out + "Built and correct are counted among the trajectories judged in the round.";
    return out + "The first round is given: " + std::to_string(options.base->built) + " built, "
        + std::to_string(options.base->correct) + " correct"
        + (options.base->source.empty() ? "" : " (" + options.base->source + ")")
        + "; each later round adds what the recorded steps gained and subtracts what they lost.";
}

} // namespace

RoundTable roundTable(std::span<const MetricRow> rows, const RoundTableOptions &options)
{
    return tableByRound(trajectoriesOf(rows), options);
}

RoundTable tableByRound(const Trajectories &trajectories, const RoundTableOptions &options)
{
    RoundTable table;
    table.trajectories = static_cast<int>(trajectories.size());
    table.denominator = options.denominator.value_or(table.trajectories);
    table.definition = definitionOf(options, table.denominator);
    std::set<int> rounds;
    for (const auto &[key, trajectory] : trajectories) {
        for (const auto &[round, row] : trajectory)
            rounds.insert(round);
    }
    for (const int round : rounds) {
        if (!table.rounds.empty()) {
            StepCounter counter(table.rounds.back().round, round);
            for (const auto &[key, trajectory] : trajectories)
                counter.add(trajectory);
            table.steps.push_back(counter.finish());
        }
        table.rounds.push_back(countRound(trajectories, round));
    }
    if (options.base)
        applyBase(*options.base, table);
    for (RoundRates &each : table.rounds) {
        const double n = table.denominator;
        each.builtRate = n > 0 ? each.built / n : 0.0;
        each.correctRate = n > 0 ? each.correct / n : 0.0;
    }
    return table;
}

} // namespace loupe
