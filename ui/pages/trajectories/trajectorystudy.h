// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/analysis/rounds/storyorder.h"
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

/// A method under one value of each condition, to be chosen among.
struct RoundChoice {
    std::string name;
    Name method;
    Scope scope; ///< that holds it alone
    std::size_t trajectories = 0;
};

/// Everything that the page Trajectories knows of what the scope holds, before a chart is drawn.
struct TrajectoryStudy {
    std::vector<RoundChoice> choices;  ///< the one with the most trajectories first
    std::optional<std::size_t> chosen; ///< none: all of them, each by itself
    StoryModel::Cohort cohort;
    std::vector<std::uint32_t> order;         ///< of the cohort's stories
    std::shared_ptr<const RoundStudy> rounds; ///< what all charts are made of; may be null
    Error problem;                            ///< why it is
    std::vector<RoundChange> changes;
    std::vector<StepGroups> groups;
    std::optional<AskingSummary> asking; ///< none: no conversation is recorded of these results
};

/// What a page wants to know.
struct TrajectoryQuestion {
    Filter filter;
    std::shared_ptr<const Population> population; ///< that the filter and the scope make
    std::string choice;                           ///< a name; of none that is there: the first
    bool isEach = false;                          ///< all choices, each by itself
    StoryOrder order;
};

/// Blocking. Errors as of the store; Cancelled when told to stop.
Result<TrajectoryStudy> readTrajectoryStudy(StoreReader &reader, const TrajectoryQuestion &question,
                                            const std::stop_token &stop);

} // namespace loupe::ui
