// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// The limits of a share.
struct ShareLimits {
    double low = 0.0;
    double high = 1.0;
};

/// Returns Wilson's (1927) score interval of `successes` in `trials` independent trials; 0 to 1
/// without trials.
ShareLimits wilsonLimits(double successes, double trials, double confidence = 0.95);

} // namespace loupe
