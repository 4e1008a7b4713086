// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/metricrow.h"

#include <map>
#include <string>
#include <vector>

namespace loupe {

/// The headline numbers of one population, with and without flagged results counted as correct,
/// under the same conditions.
struct HeadlinePair {
    RateRow all;                     ///< of all cells, including excluded results
    std::map<Outcome, int> outcomes; ///< of those cells; only outcomes that occur
    RateRow counted;                 ///< of the cells without excluded results
    Flagged flagged;                 ///< of the population's pairs
    std::string population;          ///< description of the counted population
};

HeadlinePair headlinePair(std::vector<MetricRow> rows, const Scope &scope);

} // namespace loupe
