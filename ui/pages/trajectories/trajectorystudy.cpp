// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectorystudy.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

Result<TrajectoryStudy> readTrajectoryStudy(StoreReader &reader, const Filter &filter,
                                            const StoryOrder &order, const std::stop_token &stop)
{
    auto all = reader.metricRows(filter, stop);
    if (!all)
        return all.error();
    TrajectoryStudy out;
    StoryOrder sorted = order;
    std::ranges::sort(sorted.among);
    out.cohort = std::make_shared<const TrajectoryCohort>(trajectoryCohort(*all));
    out.order = orderedStories(*out.cohort, sorted);
    if (out.cohort->stories.empty())
        return out;
    // The mean and its parts are headline numbers: without what is withheld from them.
    auto counted = roundStudy(*all, false, true, stop);
    if (!counted && counted.error().code == Errc::Cancelled)
        return counted.error();
    if (!counted) {
        out.problem = counted.error();
        return out;
    }
    out.changes = changesByRound(counted->trajectories);
    out.groups = stepGroups(counted->trajectories);
    out.rounds = std::make_shared<const RoundStudy>(std::move(*counted));
    return out;
}

} // namespace loupe::ui
