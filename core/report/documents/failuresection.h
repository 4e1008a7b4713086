// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <span>

namespace loupe {

struct FailureSectionOptions {
    Filter filter;             ///< of the evaluations that count
    std::size_t clusters = 25; ///< at most so many, and
    std::size_t cures = 3;     ///< the differences that cured a member of the first so many
};

/// How and why cells of the populations failed, and what cured some: no section where no evaluation
/// that the filter finds failed.
Status addFailureSection(StoreReader &reader, std::span<const Population> blocks,
                         const FailureSectionOptions &options, ReportDocument &document);

} // namespace loupe
