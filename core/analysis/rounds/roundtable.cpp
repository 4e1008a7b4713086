// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundtable.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe {

namespace {

bool isBuilt(const RoundEntry &entry)
{
    return entry.outcome != Outcome::NoBuild;
}

bool isCorrect(const RoundEntry &entry)
{
    return entry.outcome == Outcome::Correct;
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
        const RoundEntry *before = trajectory.knownAt(m_step.fromRound);
        const RoundEntry *after = trajectory.knownAt(m_step.toRound);
        if (before == nullptr || after == nullptr)
            return;
        ++m_step.trajectories;
        add(*before, *after);
    }

    RoundStep finish()
    {
        m_step.rescuedSpeedup = timedMeanOf(m_rescued, m_step.rescued);
        m_step.brokenSpeedup = timedMeanOf(m_broken, m_step.broken);
        m_step.persistentBefore = timedMeanOf(m_before, m_step.persistent);
        m_step.persistentAfter = timedMeanOf(m_after, m_step.persistent);
        return m_step;
    }

private:
    void add(const RoundEntry &before, const RoundEntry &after)
    {
        m_step.buildGained += !isBuilt(before) && isBuilt(after) ? 1 : 0;
        m_step.buildLost += isBuilt(before) && !isBuilt(after) ? 1 : 0;
        m_step.identicalCode += after.identicalCode ? 1 : 0;
        m_step.flaky += after.identicalCode && isCorrect(before) != isCorrect(after) ? 1 : 0;
        if (isCorrect(before) && isCorrect(after)) {
            ++m_step.persistent;
            if (before.speedup && after.speedup) {
                m_before.push_back(*before.speedup);
                m_after.push_back(*after.speedup);
            }
        } else if (isCorrect(after)) {
            ++m_step.rescued;
            if (after.speedup)
                m_rescued.push_back(*after.speedup);
        } else if (isCorrect(before)) {
            ++m_step.broken;
            if (before.speedup)
                m_broken.push_back(*before.speedup);
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

RoundRates countRound(TrajectorySpan trajectories, int round)
{
    RoundRates out;
    out.round = round;
    for (const Trajectory &trajectory : trajectories) {
        const RoundEntry *entry = trajectory.at(round);
        if (entry == nullptr)
            continue;
        if (!entry->isKnown()) {
            ++out.unknown;
            continue;
        }
        ++out.known;
        out.built += isBuilt(*entry) ? 1 : 0;
        out.correct += isCorrect(*entry) ? 1 : 0;
    }
    return out;
}

/// Replaces the counted rates by the base plus gains minus losses of the steps.
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
    return out + "First round as stated: " + std::to_string(options.base->built) + " built, "
        + std::to_string(options.base->correct) + " correct"
        + (options.base->source.empty() ? "" : " (" + options.base->source + ")")
        + "; each later round adds what the recorded steps gained and subtracts what they lost.";
}

} // namespace

TimedMean timedMeanOf(const std::vector<double> &speedups, int of)
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

RoundTable roundTable(std::span<const MetricRow> rows, const RoundTableOptions &options)
{
    return tableByRound(trajectoriesOf(rows, {.withoutConfirmed = true}), options);
}

RoundTable tableByRound(TrajectorySpan trajectories, const RoundTableOptions &options)
{
    RoundTable table;
    table.trajectories = static_cast<int>(trajectories.size());
    table.denominator = options.denominator.value_or(table.trajectories);
    table.definition = definitionOf(options, table.denominator);
    for (const int round : roundsOf(trajectories)) {
        if (!table.rounds.empty() && (options.withSteps || options.base)) {
            StepCounter counter(table.rounds.back().round, round);
            for (const Trajectory &trajectory : trajectories)
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

std::vector<SurvivalRound> roundSurvival(std::span<const MetricRow> rows)
{
    return survivalByRound(trajectoriesOf(rows, {.withoutConfirmed = true}));
}

std::vector<SurvivalRound> survivalByRound(TrajectorySpan trajectories)
{
    std::map<int, SurvivalRound> rounds;
    int atRisk = 0;
    for (const Trajectory &trajectory : trajectories) {
        std::optional<int> solvedIn;
        std::optional<int> last;
        for (const RoundEntry &entry : trajectory.rounds) {
            if (!entry.isKnown())
                continue;
            rounds[entry.round].round = entry.round;
            last = entry.round;
            if (!solvedIn && entry.outcome == Outcome::Correct)
                solvedIn = entry.round;
        }
        if (!last)
            continue;
        ++atRisk;
        if (solvedIn)
            ++rounds[*solvedIn].solved;
        else
            ++rounds[*last].censored;
    }
    std::vector<SurvivalRound> out;
    double unsolved = 1.0;
    for (auto &[round, entry] : rounds) {
        entry.atRisk = atRisk;
        if (atRisk > 0)
            unsolved *= 1.0 - static_cast<double>(entry.solved) / atRisk;
        entry.unsolved = unsolved;
        atRisk -= entry.solved + entry.censored;
        out.push_back(entry);
    }
    return out;
}

} // namespace loupe
