// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/failures/causematrix.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/auditstate.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Data of the Overview for a population.
struct OverviewContent {
    std::shared_ptr<const Population> population;
    Scoreboard board;
    std::vector<CategoryRow> categories;
    std::vector<CauseRow> causes;
    AuditState audit; ///< for all results under the filter
};

/// Reads and counts the causes of failures and the integrity findings. `population` must belong to
/// the filter. Returns Cancelled soon after `stop` is requested.
Result<std::shared_ptr<const OverviewContent>>
readOverview(StoreReader &reader, const Filter &filter,
             std::shared_ptr<const Population> population, const std::stop_token &stop);

/// Reads the rows of `population` and compares them over every baseline that they have times of,
/// for each value of a condition that splits them.
Result<std::vector<ComparedBaselines>> readBaselines(StoreReader &reader, const Filter &filter,
                                                     const Population &population,
                                                     const std::stop_token &stop);

} // namespace loupe::ui
