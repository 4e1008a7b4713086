// SPDX-License-Identifier: Apache-2.0
//
// Expected numbers were computed by hand from round inputs.
#include "core/analysis/metrics/roofline.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the work 2e12 operations on 1e9 bytes, on a device of 100 TFLOP/s and 2 TB/s with a 50
/// MB cache of 5 TB/s.
WorkRecord product()
{
    WorkRecord work;
    work.flops = 2e12;
    work.bytes = 1e9;
    work.compulsoryBytes = 1e9;
    work.peakFlops = 1e14;
    work.bandwidth = 2e12;
    work.cacheBytes = 5e7;
    work.cacheBandwidth = 5e12;
    return work;
}

WorkRecord onlyBytes(double bytes)
{
    WorkRecord work = product();
    work.flops.reset();
    work.bytes.reset();
    work.compulsoryBytes = bytes;
    return work;
}

} // namespace

TEST(Roofline, AProductIsBoundByItsOperations)
{
    // 2e12 / 1e14 = 20 ms, 1e9 / 2e12 = 0.5 ms. 40 ms is half the speed of light.
    const RooflinePoint point = rooflinePoint(product(), 40);
    EXPECT_DOUBLE_EQ(*point.intensity, 2000);
    EXPECT_DOUBLE_EQ(*point.operationRate, 5e13);
    EXPECT_DOUBLE_EQ(*point.byteRate, 2.5e10);
    EXPECT_DOUBLE_EQ(*point.minMs, 20);
    EXPECT_DOUBLE_EQ(*point.fraction, 0.5);
    EXPECT_EQ(point.bound, RooflineBound::Operations);
    EXPECT_STREQ(name(point.bound), "operations");
}

TEST(Roofline, AnElementwiseTaskIsBoundByItsBytes)
{
    WorkRecord work = product();
    work.flops = 1e9; // 0.01 ms
    const RooflinePoint point = rooflinePoint(work, 0.625);
    EXPECT_DOUBLE_EQ(*point.minMs, 0.5);
    EXPECT_DOUBLE_EQ(*point.fraction, 0.8);
    EXPECT_DOUBLE_EQ(*point.intensity, 1);
    EXPECT_EQ(point.bound, RooflineBound::Memory);
}

TEST(Roofline, UnknownValuesStayUnknown)
{
    const RooflinePoint bytes = rooflinePoint(onlyBytes(1e9), 1);
    EXPECT_FALSE(bytes.intensity);
    EXPECT_FALSE(bytes.operationRate);
    EXPECT_DOUBLE_EQ(*bytes.byteRate, 1e12);
    EXPECT_FALSE(bytes.minMs) << "bytes alone say little of a product";
    EXPECT_FALSE(bytes.fraction);
    EXPECT_EQ(bytes.bound, RooflineBound::Unknown) << "its operations are not known";
    const RooflinePoint nothing = rooflinePoint(WorkRecord(), 1);
    EXPECT_FALSE(nothing.minMs);
    EXPECT_FALSE(nothing.fraction);
    EXPECT_EQ(nothing.bound, RooflineBound::Unknown);
    EXPECT_FALSE(rooflinePoint(product(), 0).fraction);
}

TEST(Physics, UsesMemoryBandwidthBeyondTheCache)
{
    // (1e9 - 5e7) / 2e12 = 0.475 ms. A tenth less is 0.4275 ms.
    EXPECT_EQ(fasterThanPhysics(onlyBytes(1e9), {}, 0.43, 1.0), "");
    EXPECT_EQ(fasterThanPhysics(onlyBytes(1e9), {}, 0.42, 1.0),
              "0.42 ms, where 9.5e+08 bytes that no cache holds at 2000 GB/s take 0.475 ms");
}

TEST(Physics, UsesCacheBandwidthForDataThatFits)
{
    // 4e7 / 5e12 = 0.008 ms.
    EXPECT_EQ(fasterThanPhysics(onlyBytes(4e7), {}, 0.0075, 1.0), "");
    EXPECT_NE(fasterThanPhysics(onlyBytes(4e7), {}, 0.0071, 1.0), "");
    WorkRecord unknownCache = onlyBytes(4e7);
    unknownCache.cacheBandwidth.reset();
    EXPECT_EQ(fasterThanPhysics(unknownCache, {}, 1e-6, 1.0), "");
}

TEST(Physics, UsesTheFastestRateAndAlgorithmicSavings)
{
    // 2e12 / 8e14 = 2.5 ms. A quarter of it is 0.625 ms, and a tenth less is 0.5625 ms.
    EXPECT_EQ(fasterThanPhysics(product(), 8e14, 0.57, 5.0), "");
    EXPECT_EQ(fasterThanPhysics(product(), 8e14, 0.56, 5.0),
              "0.56 ms, where 2e+12 operations, of which an algorithm may save three in four, at "
              "800 TFLOP/s take 0.625 ms");
}

TEST(Physics, IgnoresLimitsThatTheBaselineExceeds)
{
    EXPECT_NE(fasterThanPhysics(onlyBytes(1e9), {}, 0.01, 1.0), "");
    EXPECT_EQ(fasterThanPhysics(onlyBytes(1e9), {}, 0.01, 0.02), "")
        << "a lookup reads only a few of its rows, and so does the reference";
    EXPECT_NE(fasterThanPhysics(onlyBytes(1e9), {}, 0.01, std::nullopt), "");
}

TEST(Physics, ReportsNothingWithoutMeasurements)
{
    WorkRecord work = product();
    work.bandwidth.reset();
    work.cacheBandwidth.reset();
    EXPECT_EQ(fasterThanPhysics(work, std::nullopt, 1e-9, 1.0), "");
}

} // namespace loupe
