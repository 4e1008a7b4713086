// SPDX-License-Identifier: Apache-2.0
#include "core/timing/speedverdict.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(SpeedVerdict, RequiresTheWholeIntervalBeyondTheThreshold)
{
    EXPECT_EQ(judgeSpeed(1.03, 1.05), SpeedVerdict::Faster);
    EXPECT_EQ(judgeSpeed(1.01, 1.50), SpeedVerdict::Unclear);
    EXPECT_EQ(judgeSpeed(0.95, 0.97), SpeedVerdict::Slower);
    EXPECT_EQ(judgeSpeed(0.50, 0.99), SpeedVerdict::Unclear);
    EXPECT_EQ(judgeSpeed(0.999, 1.001), SpeedVerdict::Unclear);
    EXPECT_EQ(judgeSpeed(1.001, 1.002, 0), SpeedVerdict::Faster);
}

TEST(SpeedVerdict, SwappingTheSidesSwapsTheVerdict)
{
    for (const double low : {0.5, 0.97, 0.985, 1.0, 1.019, 1.021, 1.3}) {
        const double high = low * 1.002;
        const SpeedVerdict verdict = judgeSpeed(low, high);
        const SpeedVerdict swapped = judgeSpeed(1 / high, 1 / low);
        EXPECT_EQ(verdict == SpeedVerdict::Faster, swapped == SpeedVerdict::Slower) << low;
        EXPECT_EQ(verdict == SpeedVerdict::Unclear, swapped == SpeedVerdict::Unclear) << low;
    }
}

TEST(SpeedVerdict, HasAName)
{
    EXPECT_EQ(name(SpeedVerdict::Faster), "faster");
    EXPECT_EQ(name(SpeedVerdict::Slower), "slower");
    EXPECT_EQ(name(SpeedVerdict::Unclear), "unclear");
}

} // namespace loupe
