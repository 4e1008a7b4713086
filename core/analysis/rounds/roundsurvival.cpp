// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundsurvival.h"

#include <map>
#include <optional>

namespace loupe {

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
