// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/averagetable.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

// By hand: 2 GB in 2 ms is 1 TB/s, half of 2 TB/s. 1 TFLOP in 2 ms is 500 of 1000 TFLOP/s.
TEST(Utilisation, SharesOfMeasuredPeaksByHand)
{
    WorkRecord work;
    work.bytes = 2e9;
    work.bandwidth = 2e12;
    Utilisation found = utilisation(work, 2);
    EXPECT_DOUBLE_EQ(*found.iou, 0.5);
    EXPECT_FALSE(found.mfu);
    EXPECT_DOUBLE_EQ(*found.best, 0.5);
    work.flops = 1.6e12;
    work.peakFlops = 1e15;
    found = utilisation(work, 2);
    EXPECT_DOUBLE_EQ(*found.mfu, 0.8);
    EXPECT_DOUBLE_EQ(*found.best, 0.8);
    EXPECT_FALSE(utilisation(WorkRecord(), 2).best);
}

TEST(Utilisation, MeansHaveCounts)
{
    const std::vector<Utilisation> kernels{{0.5, 0.1, 0.5}, {0.3, {}, 0.3}, {}};
    const MeanUtilisation mean = meanUtilisation(kernels);
    EXPECT_DOUBLE_EQ(*mean.iou.value, 0.4);
    EXPECT_EQ(mean.iou.used, 2);
    EXPECT_EQ(mean.iou.total, 3);
    EXPECT_DOUBLE_EQ(*mean.mfu.value, 0.1);
    EXPECT_EQ(mean.mfu.used, 1);
    EXPECT_DOUBLE_EQ(*mean.best.value, 0.4);
    EXPECT_FALSE(meanUtilisation({}).iou.value);
}

} // namespace loupe::test
