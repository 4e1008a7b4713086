// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/platform.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Fake machine with only the programs and folders of the test.
struct FakeMachine {
    std::set<std::string> programs;
    std::set<std::string> folders;
    std::map<std::string, std::string> variables;
    PythonEnvironment python;
    bool hasPython = true;

    FakeMachine()
    {
        python.interpreter = "/venv/bin/python";
        python.version = "3.11.7";
        python.packages = {{"torch", "2.9.0"}};
    }

    PlatformSurroundings surroundings() const
    {
        return {
            hasPython ? &python : nullptr,
            [this](const std::filesystem::path &path) {
                return programs.count(path.string()) != 0;
            },
            [this](const std::filesystem::path &path) { return folders.count(path.string()) != 0; },
            [this](const std::string &name) {
                const auto found = variables.find(name);
                return found == variables.end() ? std::string() : found->second;
            }};
    }

    Availability of(const std::string &name, const std::string &device = {}) const
    {
        return availability(*knownPlatforms().find(name), surroundings(), device);
    }
};

TEST(Platform, NamesAreUnique)
{
    std::vector<std::string> names;
    for (const Platform &platform : knownPlatforms().all())
        names.push_back(platform.name);
    // The names of the project's plan, in its order.
    EXPECT_EQ(
        names,
        (std::vector<std::string>{"cpu", "torch-cpu", "cuda", "triton", "pallas", "sycl", "ascendc",
                                  "ascendc_direct_launch", "catlass", "tilelang", "tilelang_ascend",
                                  "triton_ascend", "musa", "hip", "cute", "thunderkittens"}));
}

TEST(Platform, EveryPlatformIsDescribedWithItsFix)
{
    const std::set<std::string> prefixes{"cpu", "cuda", "xpu", "npu", "musa"};
    for (const Platform &platform : knownPlatforms().all()) {
        SCOPED_TRACE(platform.name);
        EXPECT_FALSE(platform.title.empty());
        EXPECT_FALSE(platform.vendor.empty());
        EXPECT_FALSE(platform.devices.empty());
        for (const PlatformDevice &device : platform.devices) {
            EXPECT_EQ(prefixes.count(device.prefix), 1U);
            EXPECT_FALSE(device.needs.empty());
            EXPECT_EQ(device.nodes.empty(), device.prefix == "cpu");
            for (const PlatformNeed &need : device.needs) {
                EXPECT_FALSE(need.name.empty());
                EXPECT_FALSE(need.fix.empty()) << need.name;
            }
        }
    }
}

TEST(Platform, UnknownNameListsTheKnown)
{
    EXPECT_EQ(knownPlatforms().get("other").error().code, Errc::NotFound);
    EXPECT_NE(knownPlatforms().get("other").error().hint.find("torch-cpu"), std::string::npos);
}

TEST(Platform, MachineWithoutToolsHasNoneWithAReason)
{
    FakeMachine machine;
    machine.hasPython = false;
    for (const Platform &platform : knownPlatforms().all()) {
        const Availability found = machine.of(platform.name);
        EXPECT_FALSE(found.isAvailable) << platform.name;
        EXPECT_FALSE(found.fix.empty()) << platform.name;
        EXPECT_EQ(found.reason,
                  platform.isNative ? "the program g++ was not found"
                                    : "no Python with torch was found");
    }
}

TEST(Platform, NamesMissingPartsInOrder)
{
    FakeMachine machine;
    EXPECT_EQ(machine.of("cuda").reason, "the torch of this Python is built for cpu, not for cuda");
    EXPECT_NE(machine.of("cuda").fix.find("/venv/bin/python -m pip install torch"),
              std::string::npos);
    machine.python.torchBuild = "cuda";
    EXPECT_EQ(machine.of("cuda").reason, "torch in this Python finds no cuda device");
    machine.python.accelerators = {{"cuda", 1}};
    EXPECT_EQ(machine.of("cuda").reason, "the program nvcc was not found");
    machine.programs = {"/usr/local/cuda/bin/nvcc", "/usr/bin/g++"};
    EXPECT_EQ(machine.of("cuda").reason, "the program ninja was not found");
    machine.programs.insert("/venv/bin/ninja"); // as installed by pip
    EXPECT_TRUE(machine.of("cuda").isAvailable);
    EXPECT_TRUE(machine.of("cuda", "cuda:1").isAvailable);
    EXPECT_TRUE(machine.of("cuda").toolFolders.empty());
    EXPECT_EQ(machine.of("thunderkittens").reason, "THUNDERKITTENS_ROOT does not name a folder");
    machine.variables["THUNDERKITTENS_ROOT"] = "/tk";
    machine.folders.insert("/tk");
    EXPECT_TRUE(machine.of("thunderkittens").isAvailable);
    EXPECT_EQ(machine.of("cute").reason, "this Python has no nvidia-cutlass-dsl");
    EXPECT_EQ(machine.of("hip").reason, "the torch of this Python is built for cuda, not for hip");
}

TEST(Platform, ExtensionsNeedPythonsHeadersAndAPlainPath)
{
    FakeMachine machine;
    machine.programs = {"/usr/bin/g++", "/venv/bin/ninja"};
    EXPECT_TRUE(machine.of("torch-cpu").isAvailable);
    machine.python.hasHeaders = false;
    EXPECT_EQ(machine.of("torch-cpu").reason, "this Python has no Python.h");
    machine.python.roots = {"/my venv"};
    EXPECT_NE(machine.of("torch-cpu").reason.find("\"/my venv\", whose path has a space"),
              std::string::npos);
    machine.python.roots = {"/venv"};
    machine.python.hasHeaders = true;
    machine.python.interpreter = "/a b/bin/python";
    EXPECT_FALSE(machine.of("torch-cpu").isAvailable);
    machine.python.interpreter = "/venv/bin/python";
    machine.programs.erase("/venv/bin/ninja");
    EXPECT_EQ(machine.of("torch-cpu").fix, "/venv/bin/python -m pip install ninja");
}

TEST(Platform, UsesInterpretersWithoutAGpu)
{
    FakeMachine machine;
    machine.python.packages["triton"] = "3.6.0";
    machine.python.packages["jax"] = "0.10.2";
    const Availability triton = machine.of("triton");
    ASSERT_TRUE(triton.isAvailable);
    EXPECT_EQ(triton.device->prefix, "cpu");
    EXPECT_EQ(triton.device->how, "through its interpreter");
    EXPECT_EQ(machine.of("pallas").device->how, "in interpret mode");
    // Asked for, the GPU is what is missing.
    EXPECT_EQ(machine.of("triton", "cuda:0").reason, "torch in this Python finds no cuda device");
    EXPECT_EQ(machine.of("pallas", "cuda:0").reason, "this Python has no jax-cuda13-plugin");

    machine.python.accelerators = {{"cuda", 1}};
    machine.programs = {"/usr/bin/g++"};
    EXPECT_EQ(machine.of("triton").device->prefix, "cuda");
    EXPECT_EQ(machine.of("triton", "cpu").device->prefix, "cpu");
    machine.python.packages["jax-cuda12-plugin"] = "0.10.2";
    EXPECT_EQ(machine.of("pallas").device->prefix, "cuda");
}

TEST(Platform, RefusesUnsupportedDevices)
{
    const FakeMachine machine;
    EXPECT_EQ(machine.of("torch-cpu", "cuda:0").reason, "torch-cpu does not run on cuda:0");
    EXPECT_EQ(machine.of("triton", "npu").fix, "use --device cuda or cpu");
}

TEST(Platform, FindsAndPassesOnToolkits)
{
    FakeMachine machine;
    machine.python.torchBuild = "hip";
    machine.python.accelerators = {{"cuda", 1}};
    machine.python.packages["intel_extension_for_pytorch"] = "2.8";
    machine.programs = {"/usr/bin/g++", "/usr/bin/ninja", "/opt/rocm/bin/hipcc"};
    machine.folders = {"/opt/rocm"};
    machine.variables = {{"PYTORCH_ROCM_ARCH", "gfx942"}, {"UNRELATED", "secret"}};
    const Platform &hip = *knownPlatforms().find("hip");
    const Availability available = machine.of("hip");
    ASSERT_TRUE(available.isAvailable) << available.reason;

    PythonSettings settings;
    configure(settings, hip, available, machine.surroundings());
    EXPECT_EQ(settings.toolFolders, std::vector<std::filesystem::path>{"/opt/rocm/bin"});
    EXPECT_EQ(settings.readable,
              (std::vector<std::filesystem::path>{"/opt/rocm/bin", "/opt/rocm"}));
    EXPECT_EQ(settings.variables,
              (std::map<std::string, std::string>{{"PYTORCH_ROCM_ARCH", "gfx942"}}));
    EXPECT_EQ(settings.deviceNodes, (std::vector<std::string>{"kfd", "dri"}));
    EXPECT_TRUE(settings.preload.empty());
}

TEST(Platform, ChipsOfOtherVendorsAreFoundWithTheirTools)
{
    FakeMachine machine;
    machine.python.packages["torch_npu"] = "2.9.0";
    machine.python.accelerators = {{"npu", 8}};
    const std::string cann = "/usr/local/Ascend/ascend-toolkit/latest";
    machine.folders = {cann, cann + "/compiler/ccec_compiler"};
    machine.programs
        = {"/usr/bin/g++", "/usr/bin/cmake", cann + "/compiler/ccec_compiler/bin/bisheng"};
    EXPECT_EQ(machine.of("ascendc").reason, "the program msopgen was not found");
    EXPECT_TRUE(machine.of("ascendc_direct_launch").isAvailable);
    machine.variables["PATH"] = "/usr/bin:relative:/opt/tools";
    machine.programs.insert("/opt/tools/msopgen");
    const Availability ascendc = machine.of("ascendc");
    ASSERT_TRUE(ascendc.isAvailable) << ascendc.reason;
    EXPECT_EQ(
        ascendc.toolFolders,
        (std::vector<std::filesystem::path>{"/opt/tools", cann + "/compiler/ccec_compiler/bin"}));
    PythonSettings settings;
    configure(settings, *knownPlatforms().find("ascendc"), ascendc, machine.surroundings());
    EXPECT_EQ(settings.loader, "ascendc");
    EXPECT_EQ(settings.preload, std::vector<std::string>{"torch_npu"});
    EXPECT_EQ(settings.readable, std::vector<std::filesystem::path>{"/opt/tools"});

    EXPECT_EQ(machine.of("catlass").reason, "CATLASS_ROOT does not name a folder");
    machine.variables["CATLASS_ROOT"] = "/src/catlass";
    machine.folders.insert("/src/catlass");
    const Availability catlass = machine.of("catlass");
    ASSERT_TRUE(catlass.isAvailable) << catlass.reason;
    PythonSettings templates;
    configure(templates, *knownPlatforms().find("catlass"), catlass, machine.surroundings());
    EXPECT_EQ(templates.loader, "catlass");
    EXPECT_EQ(templates.variables.at("CATLASS_ROOT"), "/src/catlass");
    EXPECT_EQ(std::count(templates.readable.begin(), templates.readable.end(), "/src/catlass"), 1);
}

} // namespace

} // namespace loupe::test
