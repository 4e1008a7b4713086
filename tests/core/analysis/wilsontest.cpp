// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/bootstrap.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

// Newcombe, Statistics in Medicine 17 (1998), 857: table I, method 3 (score), without continuity
// correction.
TEST(Wilson, LimitsMatchNewcombesTable)
{
    struct Case {
        double successes, trials, low, high;
    };
    for (const Case &each : {Case{81, 263, 0.2553, 0.3662}, Case{15, 148, 0.0624, 0.1605},
                             Case{0, 20, 0.0, 0.1611}, Case{1, 29, 0.0061, 0.1718}}) {
        const ShareLimits limits = wilsonLimits(each.successes, each.trials);
        EXPECT_NEAR(limits.low, each.low, 5e-5) << each.successes;
        EXPECT_NEAR(limits.high, each.high, 5e-5) << each.successes;
    }
}

TEST(Wilson, LimitsAreZeroAndOneWithoutTrials)
{
    EXPECT_EQ(wilsonLimits(0, 0).low, 0.0);
    EXPECT_EQ(wilsonLimits(0, 0).high, 1.0);
}

} // namespace
} // namespace loupe
