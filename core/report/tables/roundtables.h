// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/report/tables/table.h"

namespace loupe {

/// Built and correct per round; the caption says of what, and where given counts come from.
Table roundRatesTable(const RoundTable &rounds);

/// What became of kernels from each round to the next, with mean speedups and their n.
Table roundStepsTable(const RoundTable &rounds);

/// The kernels of one step by what became of them: n, mean speedup with its 95 % interval, median.
/// Broken ones only where there are any.
Table stepGroupsTable(const StepGroups &groups);

} // namespace loupe
