// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/model/saved/filter.h"
#include "ui/async/readerpool.h"

#include <memory>
#include <stop_token>

namespace loupe::ui {

class StoreSession;

/// Source of a chart's rows for a worker.
struct ChartSource {
    std::shared_ptr<ReaderPool> pool; ///< null while no store is open
    Filter filter;
    /// The session's population; null if it is out of date, or if the chart needs other rows.
    std::shared_ptr<const Population> population;
};

/// Returns the source for a request with a scope. For the GUI thread.
ChartSource chartSource(const StoreSession &session, const ChartRequest &request);

/// Returns the rows of the population, or reads them. Blocks.
Result<ChartRows> readRows(const ChartSource &source, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe::ui
