// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <span>

namespace loupe {

/// What rules of integrity found and people decided: in how many cells of the populations, which
/// hold what is withheld, and in how many evaluations that the filter finds. No section where there
/// is nothing.
Status addFindingSection(StoreReader &reader, std::span<const Population> blocks,
                         const Filter &filter, ReportDocument &document);

} // namespace loupe
