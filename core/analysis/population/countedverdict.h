// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// The verdict of a result that counts.
enum class CountedVerdict {
    OfRun,  ///< of the run's protocol; the suite's, if both judged
    Strict, ///< of the strict rules
};
std::string_view name(CountedVerdict verdict); ///< "run", "strict"

/// Replaces the verdict of each row by the strict one, and the protocol by the strict one. Rows
/// that are wrong by the strict rules lose their speedup. Removes rows without a strict verdict and
/// returns their number.
std::size_t countStrictly(std::vector<MetricRow> &rows);

} // namespace loupe
