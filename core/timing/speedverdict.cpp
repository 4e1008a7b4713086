// SPDX-License-Identifier: Apache-2.0
#include "core/timing/speedverdict.h"

namespace loupe {

SpeedVerdict judgeSpeed(double low, double high, double threshold)
{
    if (low > 1 + threshold)
        return SpeedVerdict::Faster;
    return high < 1 / (1 + threshold) ? SpeedVerdict::Slower : SpeedVerdict::Unclear;
}

std::string_view name(SpeedVerdict verdict)
{
    switch (verdict) {
    case SpeedVerdict::Faster:
        return "faster";
    case SpeedVerdict::Slower:
        return "slower";
    case SpeedVerdict::Unclear:
        break;
    }
    return "unclear";
}

} // namespace loupe
