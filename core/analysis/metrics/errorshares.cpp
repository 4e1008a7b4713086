// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/errorshares.h"

#include <algorithm>
#include <cstddef>

namespace loupe {

double errorShare(const ErrorCounts &counts, int bin)
{
    const auto all = static_cast<double>(total(counts));
    return all > 0 ? static_cast<double>(counts[static_cast<std::size_t>(bin)]) / all : 0.0;
}

int commonestErrorBin(const ErrorCounts &counts)
{
    return counts.empty() ? 0 : static_cast<int>(std::ranges::max_element(counts) - counts.begin());
}

} // namespace loupe
