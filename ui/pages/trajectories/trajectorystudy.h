// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/analysis/rounds/trajectorystory.h"
#include "core/store/read/storereader.h"
#include "ui/models/storymodel.h"
#include "ui/pages/trajectories/askingpanel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Choice of a method and one value of each condition.
struct RoundChoice {
    std::string name;
    Name method;
    Scope scope; ///< scope of this choice only
    std::size_t trajectories = 0;
};

/// Data of the page Trajectories for a scope, before any chart.
struct TrajectoryStudy {
    std::vector<RoundChoice> choices;  ///< the one with the most trajectories first
    std::optional<std::size_t> chosen; ///< absent: all of them, each separately
    StoryModel::Cohort cohort;
    std::vector<std::uint32_t> order;         ///< indices of the cohort's stories
    std::shared_ptr<const RoundStudy> rounds; ///< data of all charts; may be null
    Error problem;                            ///< reason why `rounds` is null
    std::vector<RoundChange> changes;
    std::vector<StepGroups> groups;
    std::optional<AskingSummary> asking; ///< absent if no conversation of these results is recorded
};

/// Request of the page to a worker.
struct TrajectoryQuestion {
    Filter filter;
    std::shared_ptr<const Population> population; ///< population of filter and scope
    std::string choice;                           ///< name of a choice; the first one if there is
                                                  ///< none of that name
    bool isEach = false;                          ///< all choices, each separately
    StoryOrder order;
};

/// Reads the data. Blocks. Errors: those of the store; Cancelled.
Result<TrajectoryStudy> readTrajectoryStudy(StoreReader &reader, const TrajectoryQuestion &question,
                                            const std::stop_token &stop);

} // namespace loupe::ui
