// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/processoruse.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(ProcessorUse, SumsAllProcessors)
{
    // user nice system idle iowait irq softirq steal guest guest_nice, in hundredths (proc(5)).
    const auto use = processorUse("cpu  100 50 30 700 20 0 40 60 90 0\ncpu0 1 2 3 4\n", 100);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->all, 10.0);
    EXPECT_DOUBLE_EQ(use->used, 2.8); // neither idle nor iowait; guest time is part of user time
    EXPECT_FALSE(processorUse("", 100));
    EXPECT_FALSE(processorUse("cpu  1 2 3", 100));
    EXPECT_FALSE(processorUse("cpu  1 2 x 4 5 6 7 8", 100));
    EXPECT_FALSE(processorUse("cpu0 1 2 3 4 5 6 7 8", 100));
    EXPECT_FALSE(processorUse("cpu  1 2 3 4 5 6 7 8", 0));
}

TEST(ProcessorUse, AttributesTheRestToOthers)
{
    const ProcessorUse before{10, 2};
    EXPECT_DOUBLE_EQ(shareOfOthers(before, ProcessorUse{14, 5}, 1), 0.5);
    EXPECT_DOUBLE_EQ(shareOfOthers(before, ProcessorUse{14, 3}, 2), 0); // other units
    EXPECT_DOUBLE_EQ(shareOfOthers(before, before, 0), 0);
    EXPECT_DOUBLE_EQ(shareOfOthers({}, before, 0), 0);
    EXPECT_DOUBLE_EQ(shareOfOthers(before, {}, 0), 0);
}

} // namespace loupe
