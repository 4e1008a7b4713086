// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/analysis/rounds/storyorder.h"
#include "core/store/read/storereader.h"
#include "ui/models/storymodel.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Everything that the page Trajectories knows of what a filter shows, before a chart is drawn.
struct TrajectoryStudy {
    StoryModel::Cohort cohort;
    std::vector<std::uint32_t> order;         ///< of the cohort's stories
    std::shared_ptr<const RoundStudy> rounds; ///< what all charts are made of; may be null
    Error problem;                            ///< why it is
    std::vector<RoundChange> changes;
    std::vector<StepGroups> groups;
};

/// Blocking. Errors as of the store; Cancelled when told to stop.
Result<TrajectoryStudy> readTrajectoryStudy(StoreReader &reader, const Filter &filter,
                                            const StoryOrder &order, const std::stop_token &stop);

} // namespace loupe::ui
