// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/record/metricrow.h"

#include <span>

namespace loupe {

/// One side's rows before selection, and the scope that selects among them.
struct ScopedRows {
    std::span<const MetricRow> rows;
    Scope scope;
};

/// Selects a value for each condition that no scope fixes: the value with the most results that
/// both sides share. Separate selections could differ and make the sides incomparable. A condition
/// without a shared value stays unchanged. Nothing is pooled or split on a side.
void shareConditions(ScopedRows &first, ScopedRows &second);

} // namespace loupe
