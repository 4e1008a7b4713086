// SPDX-License-Identifier: Apache-2.0
//
// Tests the recorded data of a machine and the naming of GPUs. Values of the test machine are only
// compared with each other.
#include "core/engine/machine/machine.h"

#include "core/base/json.h"
#include "core/base/processors.h"
#include "core/engine/machine/gpudevices.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

PythonEnvironment pythonWith(const std::vector<std::string> &devices)
{
    PythonEnvironment out;
    out.version = "3.11.7";
    out.packages = {{"torch", "2.5.0"}};
    out.devices = devices;
    out.torchBuild = "cuda";
    return out;
}

} // namespace

TEST(Machine, RecordsTheCompilerOfAProcessorRun)
{
    CpuToolchain toolchain;
    toolchain.version = "g++ 12.2";
    toolchain.flags = {"-O2"};
    toolchain.targetCpu = "znver4";
    const Environment found = describeMachine(toolchain);
    EXPECT_EQ(found.deviceKind, "cpu");
    EXPECT_EQ(found.deviceName, processorName());
    const Json json = Json::parse(found.json);
    EXPECT_EQ(json.at("compiler"), "g++ 12.2");
    EXPECT_EQ(json.at("compiler_flags"), Json(toolchain.flags));
    EXPECT_EQ(json.at("target_cpu"), "znver4");
    EXPECT_EQ(json.at("processors"), usableProcessors());
    EXPECT_EQ(json.at("memory_bytes"), memoryBytes());
    EXPECT_EQ(json.at("kernel"), kernelVersion());
    EXPECT_FALSE(json.contains("nvcc"));
}

TEST(Machine, RecordsTheGpuOfAGpuRun)
{
    CudaToolchain cuda;
    cuda.version = "13.0";
    const Environment found = describeMachine(CpuToolchain(), cuda, "cuda:0", "NVIDIA H200");
    EXPECT_EQ(found.deviceKind, "cuda");
    EXPECT_EQ(found.deviceName, "NVIDIA H200");
    EXPECT_EQ(Json::parse(found.json).at("nvcc"), "13.0");
    EXPECT_EQ(Json::parse(found.json).at("device"), "NVIDIA H200");
}

TEST(Machine, APythonsDeviceHasTheNameOfItsNumber)
{
    const PythonEnvironment python = pythonWith({"NVIDIA H200", "NVIDIA A100"});
    EXPECT_EQ(describeMachine(python, "cuda:1").deviceName, "NVIDIA A100");
    EXPECT_EQ(describeMachine(python, "cuda").deviceName, "NVIDIA H200");
    EXPECT_EQ(describeMachine(python, "cuda:1").deviceKind, "cuda");
    EXPECT_EQ(describeMachine(python, "cuda:7").deviceName, "cuda:7") << "nobody knows that one";
    EXPECT_EQ(describeMachine(pythonWith({}), "npu:0").deviceKind, "npu");
    const Environment host = describeMachine(python, "cpu");
    EXPECT_EQ(host.deviceName, processorName());
    EXPECT_EQ(host.deviceKind, "cpu");
    EXPECT_EQ(Json::parse(host.json).at("packages").at("torch"), "2.5.0");
    EXPECT_EQ(Json::parse(host.json).at("device"), "cpu");
}

TEST(GpuDevices, MissingPropertiesAreNull)
{
    GpuDevice device;
    device.index = 3;
    device.name = "NVIDIA H200";
    device.capability = "9.0";
    device.isPartitioned = false;
    device.processes = {17, 4};
    const Json json = toJson(device);
    EXPECT_EQ(json.at("index"), 3);
    EXPECT_EQ(json.at("mig"), false) << "off is known";
    EXPECT_TRUE(json.at("memory_bytes").is_null());
    EXPECT_TRUE(json.at("power_limit_w").is_null());
    EXPECT_TRUE(json.at("persistence").is_null());
    EXPECT_EQ(json.at("processes"), Json::array({17, 4}));
}

TEST(GpuStates, OmitsUnknownValues)
{
    EXPECT_EQ(toJson(GpuState()), (Json{{"other_processes", Json::array()}}));
    GpuState state;
    state.smClockMhz = 1980;
    state.powerW = 350.5;
    state.throttleReasons = 0;
    state.otherProcesses = {9};
    EXPECT_EQ(toJson(state),
              (Json{{"sm_mhz", 1980},
                    {"power_w", 350.5},
                    {"throttle_reasons", 0},
                    {"other_processes", {9}}}));
}

// nvml.h: nvmlClocksEventReasons…, the bits as they are numbered there.
TEST(GpuStates, OnlyReasonsThatSlowItCount)
{
    const auto isThrottled = [](std::uint64_t reasons) {
        GpuState state;
        state.throttleReasons = reasons;
        return state.isThrottled();
    };
    for (const std::uint64_t slows : {0x4, 0x8, 0x20, 0x40, 0x80, 0x84})
        EXPECT_TRUE(isThrottled(slows)) << slows;
    for (const std::uint64_t harmless : {0x0, 0x1, 0x2, 0x10, 0x100})
        EXPECT_FALSE(isThrottled(harmless)) << harmless;
}

// CUDA C++ Programming Guide, "Environment Variables": numbers or UUIDs between commas.
TEST(GpuStates, ADeviceIsTheEntryOfItsNumber)
{
    EXPECT_EQ(visibleDevice("cuda:0", "GPU-1,GPU-2"), "GPU-1");
    EXPECT_EQ(visibleDevice("cuda:1", "GPU-1,GPU-2"), "GPU-2");
    EXPECT_EQ(visibleDevice("cuda:1", "3, 5"), "5") << "blanks are no part of an entry";
    EXPECT_EQ(visibleDevice("cuda:5", std::nullopt), "5");
    EXPECT_EQ(visibleDevice("cuda:1", "2"), "");
    EXPECT_EQ(visibleDevice("cuda", "7,8"), "7");
}

TEST(GpuView, HidesOnlyFilesOfOtherGpus)
{
    const std::vector<std::string> names{"nvidia10",    "nvidia1",     "nvidiactl",
                                         "nvidia-uvm",  "nvidia0",     "nvidia",
                                         "nvidia-caps", "nvidia0-old", "null"};
    EXPECT_EQ(otherGpuFiles(names, 1), (std::vector<std::string>{"nvidia0", "nvidia10"}));
    EXPECT_EQ(otherGpuFiles(names, 0), (std::vector<std::string>{"nvidia1", "nvidia10"}));
    EXPECT_TRUE(otherGpuFiles(std::vector<std::string>{"nvidia0", "nvidiactl"}, 0).empty());
}

} // namespace loupe
