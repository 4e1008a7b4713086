// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <span>

namespace loupe {

/// One side's rows before anything was left out, and what counts of them.
struct ScopedRows {
    std::span<const MetricRow> rows;
    Scope scope;
};

/// Chooses, of each condition that no scope fixes, the value that both sides share and that has the
/// most results: each for itself would take its own, and the two would not be comparable. A
/// condition without a shared value stays as it is. Nothing is pooled or split on a side.
void shareConditions(ScopedRows &first, ScopedRows &second);

} // namespace loupe
