// SPDX-License-Identifier: Apache-2.0
#include "core/model/device/devicewords.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(DeviceWords, ABaselineOfAnotherDeviceIsNamed)
{
    EXPECT_TRUE(namesOtherDevice("eager (4090 golden)", "RTX 5090"));
    EXPECT_TRUE(namesOtherDevice("eager (5090 golden)", "NVIDIA L20"));
    EXPECT_TRUE(namesOtherDevice("eager on H100", "NVIDIA H200"));
    EXPECT_TRUE(namesOtherDevice("compiled @mi250x", "AMD Instinct MI300X"));
}

TEST(DeviceWords, DeviceOfTheRunIsNotAnother)
{
    EXPECT_FALSE(namesOtherDevice("eager (5090 golden)", "RTX 5090 (recorded)"));
    EXPECT_FALSE(namesOtherDevice("eager (rtx5090)", "NVIDIA GeForce RTX 5090"));
    EXPECT_FALSE(namesOtherDevice("eager (5090)", "NVIDIA RTX5090"));
    EXPECT_FALSE(namesOtherDevice("eager on A100", "NVIDIA A100-SXM4-80GB"));
}

TEST(DeviceWords, DoesNotMistakeOtherTextForADevice)
{
    for (const char *baseline :
         {"", "eager", "native reference", "cuda-graph", "eager (golden)", "eager (fp16)",
          "eager (float32, torch 2.10)", "eager (cu128)", "compile (sm90)", "library v2025"})
        EXPECT_FALSE(namesOtherDevice(baseline, "NVIDIA H200")) << baseline;
    EXPECT_FALSE(namesOtherDevice("eager (5090 golden)", "")) << "the run's device is not known";
}

TEST(DeviceWords, DataSheetsAreFoundByTheModel)
{
    EXPECT_EQ(sheetBandwidth("NVIDIA GeForce RTX 4090"), 1008);
    EXPECT_EQ(sheetTeraflops("NVIDIA GeForce RTX 4090", "float32"), 82.6);
    EXPECT_EQ(sheetTeraflops("NVIDIA A100-SXM4-80GB", "bfloat16"), 312);
    EXPECT_FALSE(sheetTeraflops("NVIDIA A100-SXM4-80GB", "float4"));
    EXPECT_FALSE(sheetTeraflops("NVIDIA A10", "float32")) << "a longer number is another model";
    EXPECT_FALSE(sheetBandwidth("AMD EPYC 7763 64-Core Processor"));
    EXPECT_FALSE(sheetTeraflops("", "float32"));
}

TEST(DeviceWords, RemarksAreNotPartOfAName)
{
    EXPECT_EQ(deviceWithoutRemark("RTX 5090 (recorded)"), "RTX 5090");
    EXPECT_EQ(deviceWithoutRemark("RTX 5090"), "RTX 5090");
    EXPECT_EQ(deviceWithoutRemark("(unknown)"), "(unknown)");
}

} // namespace loupe::test
