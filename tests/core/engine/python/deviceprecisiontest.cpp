// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythoncontext.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::vector<RunPrecision> both{RunPrecision::Float32, RunPrecision::BFloat16};

/// Returns an interpreter that sees a Maxwell, a Turing and an Ampere GPU.
PythonEnvironment threeGenerations()
{
    PythonEnvironment python;
    python.torchBuild = "cuda";
    python.devices = {"Tesla M40", "Tesla T4", "NVIDIA A100"};
    python.capabilities = {"5.2", "7.5", "8.0"};
    return python;
}

} // namespace

TEST(DevicePrecision, AnOldGpuIsRefusedInOneSentence)
{
    const Status refused = checkPrecisions(both, "cuda:1", threeGenerations());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Unsupported);
    EXPECT_EQ(refused.error().message,
              "Tesla T4 (cuda:1) cannot compute in bfloat16: it has compute capability 7.5, and "
              "bfloat16 needs 8.0");
    EXPECT_TRUE(checkPrecisions({RunPrecision::Float16}, "cuda:1", threeGenerations()));
    EXPECT_FALSE(checkPrecisions({RunPrecision::Float16}, "cuda:0", threeGenerations()));
    EXPECT_TRUE(checkPrecisions({RunPrecision::Float32}, "cuda:0", threeGenerations()));
    EXPECT_TRUE(checkPrecisions(both, "cuda:2", threeGenerations()));
}

TEST(DevicePrecision, CapabilitiesAreNumbers)
{
    PythonEnvironment python = threeGenerations();
    python.capabilities = {"10.0", "12.1", "nonsense"};
    for (const char *device : {"cuda:0", "cuda:1", "cuda:2"})
        EXPECT_TRUE(checkPrecisions(both, device, python)) << device;
}

TEST(DevicePrecision, DevicesThatCannotBeAskedAreNotRefused)
{
    EXPECT_TRUE(checkPrecisions(both, "cpu", threeGenerations()));
    EXPECT_TRUE(checkPrecisions(both, "cuda:7", threeGenerations()));
    PythonEnvironment rocm = threeGenerations();
    rocm.torchBuild = "hip"; // its numbers are of another kind
    EXPECT_TRUE(checkPrecisions(both, "cuda:1", rocm));
    EXPECT_TRUE(checkPrecisions(both, "cuda:1", PythonEnvironment()));
}

} // namespace loupe
