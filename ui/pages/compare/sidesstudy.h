// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/groupspeeds.h"
#include "core/analysis/comparison/sidechoices.h"
#include "core/model/saved/chart.h"
#include "core/report/documents/sidescomparison.h"
#include "core/report/tables/table.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Request of the page Compare to a store.
struct SidesQuestion {
    Filter filter;
    Scope scope;
    std::shared_ptr<const Population> population; ///< of these two; null: not known
    std::optional<SidePair> sides;                ///< absent: the default pair
    std::string marked;                           ///< baseline run marked by the user
    std::optional<SpeedMeasure> measure;
    bool allowChangedTasks = false;
};

/// Data of the page Compare. Not copyable: pairs point into the comparison.
struct SidesStudy {
    SideChoices choices;
    std::optional<SidePair> sides; ///< compared pair; absent if there are no two values of any kind
    std::optional<SidesComparison> compared;
    std::optional<Error> error; ///< reason why nothing could be compared
    TransitionMatrix matrix;
    GroupBy grouping = GroupBy::Category;
    std::vector<GroupSpeeds> groups;
    std::vector<const ComparedPair *> differences;
    std::optional<Chart> chart; ///< absent if no task is timed for both A and B
    Table figures;

    /// Returns null if A and B could not be compared.
    const RunComparison *comparison() const
    {
        return compared && compared->comparison ? &*compared->comparison : nullptr;
    }
};
using SharedStudy = std::shared_ptr<const SidesStudy>;

/// Computes the study. Blocks. Fails only if cancelled or if the store cannot be read.
Result<SharedStudy> studySides(StoreReader &reader, const SidesQuestion &question,
                               const std::stop_token &stop);

} // namespace loupe::ui
