// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/wilson.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace loupe {

ShareLimits wilsonLimits(double successes, double trials, double confidence)
{
    if (trials <= 0)
        return {};
    const double z = quantile(boost::math::normal(), 1 - (1 - confidence) / 2);
    const double share = successes / trials;
    const double centre = share + z * z / (2 * trials);
    const double reach
        = z * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
    const double scale = 1 + z * z / trials;
    return {std::max(0.0, (centre - reach) / scale), std::min(1.0, (centre + reach) / scale)};
}

} // namespace loupe
