// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/groupspeeds.h"
#include "core/analysis/comparison/sidechoices.h"
#include "core/model/chart.h"
#include "core/report/documents/sidescomparison.h"
#include "core/report/tables/table.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// What the page Compare asks of a store.
struct SidesQuestion {
    Filter filter;
    Scope scope;
    std::optional<SidePair> sides; ///< nobody chose yet: the usual ones
    std::string marked;            ///< the run that people compare others with
    std::optional<SpeedMeasure> measure;
    bool allowChangedTasks = false;
};

/// What it shows of the answer. Not to be copied: pairs point into the comparison.
struct SidesStudy {
    SideChoices choices;
    std::optional<SidePair> sides; ///< those compared; nothing where there are no two of anything
    std::optional<SidesComparison> compared;
    std::optional<Error> error; ///< why nothing could be compared at all
    TransitionMatrix matrix;
    GroupBy grouping = GroupBy::Category;
    std::vector<GroupSpeeds> groups;
    std::vector<const ComparedPair *> differences;
    std::optional<Chart> chart; ///< nothing where no task is timed on both sides
    Table figures;

    /// Null where the sides could not be compared.
    const RunComparison *comparison() const;
};
using SharedStudy = std::shared_ptr<const SidesStudy>;

/// Blocking. An error only where it was cancelled or the store could not be read.
Result<SharedStudy> studySides(StoreReader &reader, const SidesQuestion &question,
                               const std::stop_token &stop);

} // namespace loupe::ui
