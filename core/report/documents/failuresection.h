// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <span>

namespace loupe {

struct FailureSectionOptions {
    Filter filter;                   ///< of the counted evaluations
    Scope scope;                     ///< before the choice of values
    std::span<const MetricRow> rows; ///< of filter and scope
    std::size_t clusters = 25;       ///< maximum number of clusters
    std::size_t cures = 3;           ///< number of clusters with the difference that fixed a member
};

/// Adds how and why cells of the populations failed, and what fixed some. Adds no section if no
/// evaluation under the filter failed.
Status addFailureSection(StoreReader &reader, std::span<const Population> blocks,
                         const FailureSectionOptions &options, ReportDocument &document);

} // namespace loupe
