// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rows/headlinerows.h"
#include "core/model/metricrow.h"

#include <map>
#include <string>
#include <vector>

namespace loupe {

/// The headline numbers of one population, with and without what is withheld, under the same values
/// of all conditions.
struct HeadlinePair {
    RateRow all;                     ///< of the cells with what is withheld
    std::map<Outcome, int> outcomes; ///< of those cells; those that occur
    RateRow counted;                 ///< of the cells without
    Flagged flagged;                 ///< of its pairs
    std::string population;          ///< the latter in words
};

HeadlinePair headlinePair(std::vector<MetricRow> rows, const Scope &scope);

} // namespace loupe
