// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/report/tables/table.h"

namespace loupe {

/// Shows built and correct per round; the caption has the denominator and the source of base
/// counts.
Table roundRatesTable(const RoundTable &rounds);

/// Shows the changes of kernels from each round to the next, with mean speedups and their n.
Table roundStepsTable(const RoundTable &rounds);

/// Shows the kernels of one step by change: n, mean speedup with its 95 % interval, median. Broken
/// kernels appear only if there are any.
Table stepGroupsTable(const StepGroups &groups);

} // namespace loupe
