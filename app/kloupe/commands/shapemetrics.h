// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/metricrow.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <span>
#include <string>

namespace loupe::cli {

/// Speedups of correct evaluations of runs with several shapes, each shape on its own.
struct ShapeMetrics {
    std::size_t shapes = 0;
    std::size_t evaluations = 0;
    double geometricMean = 0;
    double minSpeedup = 0;
    std::string minSpeedupAt; ///< "level1/19_ReLU by m: dim=4096"

    /// Returns "over 6 shapes of 2 evaluations: geometric mean 1.52, least 0.83 (…)".
    std::string text() const;
    Json json() const;
};

/// Reads the times of the rows whose runs have several shapes; nullopt if there are none.
Result<std::optional<ShapeMetrics>> shapeMetrics(StoreReader &reader,
                                                 std::span<const MetricRow> rows);

} // namespace loupe::cli
