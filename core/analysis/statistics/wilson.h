// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// The limits of a share.
struct ShareLimits {
    double low = 0.0;
    double high = 1.0;
};

/// Wilson's (1927) score interval of `successes` of `trials` independent ones; 0 to 1 of none.
ShareLimits wilsonLimits(double successes, double trials, double confidence = 0.95);

} // namespace loupe
