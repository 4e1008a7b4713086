// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Which of a result's two verdicts counts.
enum class CountedVerdict {
    OfRun,  ///< of the protocol that its run was judged by: the suite's, where both judged
    Strict, ///< of the strict rules
};
std::string_view name(CountedVerdict verdict); ///< "run", "strict"

/// Makes the strict verdict of each row its own, and the strict protocol that of its run. What the
/// strict rules call wrong has no speedup then. Rows without such a verdict are taken out: how
/// many. Pure.
std::size_t countStrictly(std::vector<MetricRow> &rows);

} // namespace loupe
