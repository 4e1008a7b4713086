// SPDX-License-Identifier: Apache-2.0
//
// Rows of results on several shapes of their tasks, one for each shape.
#pragma once

#include "core/analysis/metrics/timesbycase.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Times of results on each shape, by their id. Results that were not timed have none.
using ShapeTimes = std::map<RowId, std::vector<TimeOfCase>>;

/// Rows of one result for each shape of its task.
struct RowsByShape {
    std::vector<MetricRow> rows;   ///< each with its MetricRow::shape
    std::size_t results = 0;       ///< before they were split
    std::size_t otherSpeedups = 0; ///< not split, because their baseline has no times by shape
};

/// Returns whether a run by the row's protocol may have several shapes of its task.
bool mayHaveShapes(const MetricRow &row);

/// Splits the rows. A result counts once for each shape that the run's results of its task were
/// timed on, with its verdict over all shapes, and with the speedup on that shape. Without such
/// times a result counts for the task's own shape.
RowsByShape rowsByShape(std::span<const MetricRow> rows, const ShapeTimes &times);

/// Returns how rowsByShape() counts, as sentences for a caption.
std::string shapeSentence(const RowsByShape &split);

} // namespace loupe
