// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/failures/causematrix.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/model/filter.h"
#include "core/report/documents/auditstate.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace loupe::ui {

/// Everything that the Overview shows of a population.
struct OverviewContent {
    std::shared_ptr<const Population> population;
    Scoreboard board;
    std::vector<CategoryRow> categories;
    std::vector<CauseRow> causes;
    AuditState audit; ///< of all results under the filter
};

/// Reads why failures failed and what rules found, and counts it. `population` is of what the
/// filter holds. Cancelled soon after `stop` is requested.
Result<std::shared_ptr<const OverviewContent>>
readOverview(StoreReader &reader, const Filter &filter,
             std::shared_ptr<const Population> population, const std::stop_token &stop);

} // namespace loupe::ui
