// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loupe {

double medianOf(std::span<const double> values)
{
    std::vector<double> copy(values.begin(), values.end());
    return medianInPlace(copy);
}

double medianInPlace(std::span<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

} // namespace loupe
