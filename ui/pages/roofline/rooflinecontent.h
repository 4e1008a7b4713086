// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/metrics/rooflinestudy.h"
#include "core/base/result.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace loupe {
struct ChartRequest;
}

namespace loupe::ui {

struct ChartSource;

/// Content of the page Roofline.
struct RooflineContent {
    std::size_t results = 0; ///< in the population
    std::size_t placed = 0;
    std::vector<RooflineGroup> groups;
    std::vector<RooflineNote> notes;
    Chart shares;        ///< how many reached which share; without panels if none is known
    Result<Chart> chart; ///< or the reason why nothing can be drawn
};

/// Reads the content. Blocks; fails with Cancelled soon after `stop` is requested.
Result<std::shared_ptr<const RooflineContent>>
readRoofline(const ChartSource &source, const ChartRequest &request, const std::stop_token &stop);

} // namespace loupe::ui
