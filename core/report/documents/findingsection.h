// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <span>

namespace loupe {

/// Adds the findings of integrity rules and the users' decisions, as counts of cells of the
/// populations, including excluded ones, and of evaluations under the filter. Adds no section if
/// there are none.
Status addFindingSection(StoreReader &reader, std::span<const Population> blocks,
                         const Filter &filter, ReportDocument &document);

} // namespace loupe
