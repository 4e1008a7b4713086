// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/tensorlocation.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(TensorLocation, isTheDeviceOnlyWhereTheJudgeCanCompareThere)
{
    PythonEnvironment python;
    python.torchBuild = "cuda";
    const DeviceCapability able{true, "", "H200", 100, 140};
    const DeviceCapability unable{false, "the driver is too old", "", 0, 0};

    const TensorLocation onDevice = placeFor(python, "cuda:1", able);
    EXPECT_TRUE(onDevice.isOnDevice());
    EXPECT_EQ(onDevice.memory, "cuda:1");
    EXPECT_EQ(onDevice.deviceBytes, 100);
    EXPECT_EQ(onDevice.totalBytes, 140);
    EXPECT_EQ(onDevice.reason, "");

    const TensorLocation onHost = placeFor(python, "cuda:1", unable);
    EXPECT_FALSE(onHost.isOnDevice());
    EXPECT_EQ(onHost.reason, "the driver is too old");
    EXPECT_EQ(onHost.deviceBytes, 0);
    EXPECT_EQ(onHost.totalBytes, 0);

    EXPECT_EQ(placeFor(python, "cpu", able).memory, "host");
    EXPECT_EQ(placeFor(python, "cpu", able).reason, "");
    EXPECT_EQ(placeFor(python, "xpu:0", able).memory, "host");
    EXPECT_NE(placeFor(python, "xpu:0", able).reason, "");
    python.torchBuild = "hip";
    EXPECT_EQ(placeFor(python, "cuda:0", able).memory, "host")
        << "AMD's devices have that name too";
}

TEST(TensorLocation, knowsWhatOthersHeldWhenTheRunStarted)
{
    TensorLocation place;
    place.totalBytes = std::int64_t{80} << 30;
    place.deviceBytes = place.totalBytes - (std::int64_t{500} << 20);
    EXPECT_EQ(place.heldByOthers(), 0) << "the judge that was asked starts the device itself";
    place.deviceBytes = std::int64_t{30} << 30;
    EXPECT_GT(place.heldByOthers(), std::int64_t{49} << 30);
    EXPECT_EQ(TensorLocation().heldByOthers(), 0);
}

} // namespace loupe
