// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/platform.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

using Kind = PlatformNeed::Kind;

std::vector<Platform> allPlatforms()
{
    // Needs, nodes of /dev, variables and folders that several platforms share.
    const PlatformNeed cxxCompiler{Kind::Program, "g++", "apt install g++"};
    const PlatformNeed cmake{Kind::Program, "cmake", "apt install cmake"};
    const PlatformNeed ninja{Kind::Program, "ninja", "{python} -m pip install ninja"};
    const PlatformNeed pythonHeaders{
        Kind::Header, "Python.h", "apt install python3-dev, or the same of this Python's source"};
    const PlatformNeed plainPath{
        Kind::PlainPath, "plain path",
        "create the virtual environment in a folder without such characters"};
    const PlatformNeed triton{Kind::Package, "triton", "{python} -m pip install triton"};
    const PlatformNeed jax{Kind::Package, "jax", "{python} -m pip install jax"};

    const PlatformNeed cudaTorch{
        Kind::TorchBuild, "cuda",
        "{python} -m pip install torch --index-url https://download.pytorch.org/whl/cu130"};
    const PlatformNeed nvidiaDevice{Kind::Device, "cuda",
                                    "use a machine with an NVIDIA GPU and its driver"};
    const PlatformNeed cudaCompiler{
        Kind::Program, "nvcc",
        "install the CUDA Toolkit of torch's version (developer.nvidia.com/cuda-downloads)"};
    const std::vector<std::string> nvidiaNodes{"nvidia"};

    const PlatformNeed torchNpu{
        Kind::Package, "torch_npu",
        "install torch_npu of the same version as torch (gitee.com/ascend/pytorch)"};
    const PlatformNeed ascendDevice{Kind::Device, "npu",
                                    "use a machine with an Ascend NPU, its driver and firmware"};
    const char *const cannFix = "install the CANN toolkit (hiascend.com) and source its set_env.sh";
    const PlatformNeed bisheng{Kind::Program, "bisheng", cannFix};
    const PlatformNeed msopgen{Kind::Program, "msopgen", cannFix};
    const std::vector<std::string> ascendNodes{"davinci", "devmm_svm", "hisi_hdc"};
    const std::vector<std::string> ascendVariables{
        "ASCEND_HOME_PATH",          "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH",
        "ASCEND_AICPU_PATH",         "TOOLCHAIN_HOME",      "LD_LIBRARY_PATH",
        "ASCEND_RT_VISIBLE_DEVICES", "KLOUPE_SOC_VERSION"};
    std::vector<std::string> catlassVariables = ascendVariables;
    catlassVariables.emplace_back("CATLASS_ROOT");
    const std::vector<std::filesystem::path> ascendFolders{
        "/usr/local/Ascend", "/usr/local/Ascend/driver", "/usr/local/Ascend/ascend-toolkit/latest",
        "/usr/local/Ascend/ascend-toolkit/latest/compiler/ccec_compiler",
        "/usr/local/Ascend/ascend-toolkit/latest/python/site-packages"};

    return {
        {.name = "cpu",
         .title = "Native C++ on the CPU",
         .vendor = "any",
         .isNative = true,
         .devices = {{.prefix = "cpu", .needs = {cxxCompiler}}}},
        {.name = "torch-cpu",
         .title = "PyTorch C++ extensions on the CPU",
         .vendor = "any",
         .devices = {{.prefix = "cpu", .needs = {plainPath, cxxCompiler, ninja, pythonHeaders}}}},
        {.name = "cuda",
         .title = "CUDA C++ through PyTorch extensions",
         .vendor = "NVIDIA",
         .passedOn = {"CUDA_HOME", "TORCH_CUDA_ARCH_LIST"},
         .devices = {{.prefix = "cuda",
                      .needs = {cudaTorch, nvidiaDevice, plainPath, cudaCompiler, cxxCompiler,
                                ninja, pythonHeaders},
                      .nodes = nvidiaNodes}}},
        {.name = "triton",
         .title = "Triton",
         .vendor = "any",
         .modules = {"triton"},
         .devices = {{.prefix = "cuda",
                      .needs = {triton,
                                {Kind::Device, "cuda",
                                 "use a machine with an NVIDIA or AMD GPU and its driver"},
                                cxxCompiler},
                      .nodes = {"nvidia", "kfd", "dri"}},
                     {.prefix = "cpu",
                      .how = "through its interpreter",
                      .needs = {triton},
                      .variables = {{"TRITON_INTERPRET", "1"}}}}},
        {.name = "pallas",
         .title = "JAX Pallas",
         .vendor = "any",
         .loader = "pallas",
         .arrays = "jax",
         .modules = {"jax"},
         .devices = {{.prefix = "cuda",
                      .needs = {jax,
                                {Kind::Package, "jax-cuda13-plugin|jax-cuda12-plugin",
                                 "{python} -m pip install \"jax[cuda13]\""},
                                nvidiaDevice},
                      .variables = {{"JAX_PLATFORMS", "cuda,cpu"}},
                      .nodes = nvidiaNodes},
                     {.prefix = "cpu",
                      .how = "in interpret mode",
                      .needs = {jax},
                      .variables = {{"JAX_PLATFORMS", "cpu"}}}}},
        {.name = "sycl",
         .title = "SYCL through PyTorch extensions",
         .vendor = "Intel",
         .modules = {"intel_extension_for_pytorch"},
         .passedOn = {"ONEAPI_ROOT", "CMPLR_ROOT", "SYCL_HOME", "LD_LIBRARY_PATH",
                      "TORCH_XPU_ARCH_LIST", "ZE_AFFINITY_MASK"},
         .folders = {"/opt/intel/oneapi", "/opt/intel/oneapi/compiler/latest"},
         .devices
         = {{.prefix = "xpu",
             .needs
             = {{Kind::TorchBuild, "xpu",
                 "{python} -m pip install torch --index-url https://download.pytorch.org/whl/xpu"},
                {Kind::Device, "xpu", "use a machine with an Intel GPU and its compute runtime"},
                {Kind::Program, "icpx",
                 "install the Intel oneAPI DPC++ compiler and source its setvars.sh"},
                cxxCompiler,
                ninja},
             .nodes = {"dri"}}}},
        {.name = "ascendc",
         .title = "AscendC operator projects",
         .vendor = "Huawei",
         .loader = "ascendc",
         .modules = {"torch_npu"},
         .passedOn = ascendVariables,
         .folders = ascendFolders,
         .devices = {{.prefix = "npu",
                      .needs = {torchNpu, ascendDevice, msopgen, bisheng, cmake, cxxCompiler},
                      .nodes = ascendNodes}}},
        {.name = "ascendc_direct_launch",
         .title = "AscendC kernels launched directly",
         .vendor = "Huawei",
         .loader = "ascendcdirectlaunch",
         .modules = {"torch_npu"},
         .passedOn = ascendVariables,
         .folders = ascendFolders,
         .devices = {{.prefix = "npu",
                      .needs = {torchNpu, ascendDevice, bisheng, cmake, cxxCompiler},
                      .nodes = ascendNodes}}},
        // CATLASS uses AscendC's projects, whose kernels may include its templates.
        {.name = "catlass",
         .title = "AscendC operator projects with CATLASS templates",
         .vendor = "Huawei",
         .loader = "catlass",
         .modules = {"torch_npu"},
         .passedOn = catlassVariables,
         .folders = ascendFolders,
         .devices = {{.prefix = "npu",
                      .needs = {{Kind::Folder, "CATLASS_ROOT",
                                 "clone gitee.com/ascend/catlass and set CATLASS_ROOT to it"},
                                torchNpu,
                                ascendDevice,
                                msopgen,
                                bisheng,
                                cmake,
                                cxxCompiler},
                      .nodes = ascendNodes}}},
        {.name = "tilelang",
         .title = "TileLang",
         .vendor = "NVIDIA",
         .modules = {"tilelang"},
         .passedOn = {"CUDA_HOME"},
         .devices = {{.prefix = "cuda",
                      .needs = {{Kind::Package, "tilelang", "{python} -m pip install tilelang"},
                                cudaTorch,
                                nvidiaDevice,
                                cudaCompiler},
                      .nodes = nvidiaNodes}}},
        {.name = "tilelang_ascend",
         .title = "TileLang on Ascend",
         .vendor = "Huawei",
         .modules = {"torch_npu"},
         .passedOn = ascendVariables,
         .folders = ascendFolders,
         .devices = {{.prefix = "npu",
                      .needs = {{Kind::Package, "tilelang",
                                 "install tilelang-ascend (github.com/tile-ai/tilelang-ascend)"},
                                torchNpu,
                                ascendDevice,
                                bisheng},
                      .nodes = ascendNodes}}},
        {.name = "triton_ascend",
         .title = "Triton on Ascend",
         .vendor = "Huawei",
         .modules = {"torch_npu"},
         .passedOn = ascendVariables,
         .folders = ascendFolders,
         .devices
         = {{.prefix = "npu",
             .needs = {{Kind::Package, "triton-ascend", "{python} -m pip install triton-ascend"},
                       torchNpu,
                       ascendDevice,
                       bisheng},
             .nodes = ascendNodes}}},
        {.name = "musa",
         .title = "MUSA through torch_musa",
         .vendor = "Moore Threads",
         .modules = {"torch_musa"},
         .passedOn = {"MUSA_HOME", "LD_LIBRARY_PATH", "MUSA_VISIBLE_DEVICES"},
         .folders = {"/usr/local/musa"},
         .devices
         = {{.prefix = "musa",
             .needs
             = {{Kind::Package, "torch_musa",
                 "install torch_musa of the same version as torch "
                 "(github.com/MooreThreads/torch_musa)"},
                {Kind::Device, "musa", "use a machine with a Moore Threads GPU and its driver"},
                {Kind::Program, "mcc", "install the MUSA toolkit (developer.mthreads.com)"},
                cxxCompiler,
                ninja},
             .nodes = {"mtgpu", "dri"}}}},
        {.name = "hip",
         .title = "HIP through PyTorch extensions",
         .vendor = "AMD",
         .passedOn
         = {"ROCM_HOME", "ROCM_PATH", "HIP_PATH", "PYTORCH_ROCM_ARCH", "HIP_VISIBLE_DEVICES"},
         .folders = {"/opt/rocm"},
         // torch for ROCm names its devices cuda.
         .devices = {{.prefix = "cuda",
                      .needs = {{Kind::TorchBuild, "hip",
                                 "{python} -m pip install torch --index-url "
                                 "https://download.pytorch.org/whl/rocm6.4"},
                                {Kind::Device, "cuda",
                                 "use a machine with an AMD GPU and the amdgpu driver"},
                                {Kind::Program, "hipcc", "install ROCm (rocm.docs.amd.com)"},
                                cxxCompiler,
                                ninja},
                      .nodes = {"kfd", "dri"}}}},
        {.name = "cute",
         .title = "CuTe DSL (CUTLASS in Python)",
         .vendor = "NVIDIA",
         .passedOn = {"CUDA_HOME"},
         .devices = {{.prefix = "cuda",
                      .needs = {{Kind::Package, "nvidia-cutlass-dsl",
                                 "{python} -m pip install nvidia-cutlass-dsl"},
                                cudaTorch,
                                nvidiaDevice},
                      .nodes = nvidiaNodes}}},
        {.name = "thunderkittens",
         .title = "ThunderKittens through PyTorch extensions",
         .vendor = "NVIDIA",
         .passedOn = {"THUNDERKITTENS_ROOT", "CUDA_HOME", "TORCH_CUDA_ARCH_LIST"},
         .devices
         = {{.prefix = "cuda",
             .needs
             = {{Kind::Folder, "THUNDERKITTENS_ROOT",
                 "clone github.com/HazyResearch/ThunderKittens and set THUNDERKITTENS_ROOT to it"},
                cudaTorch,
                nvidiaDevice,
                cudaCompiler,
                cxxCompiler,
                ninja},
             .nodes = nvidiaNodes}}},
    };
}

} // namespace

const Platform *PlatformRegistry::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_platforms, name, &Platform::name);
    return found == m_platforms.end() ? nullptr : &*found;
}

Result<const Platform *> PlatformRegistry::get(std::string_view name) const
{
    if (const Platform *found = find(name))
        return found;
    std::string names;
    for (const Platform &each : m_platforms)
        names.append(names.empty() ? "" : ", ").append(each.name);
    return Error{Errc::NotFound, fmt::format("there is no platform \"{}\"", name), "platform",
                 "use one of " + names};
}

const PlatformRegistry &knownPlatforms()
{
    static const PlatformRegistry known(allPlatforms());
    return known;
}

} // namespace loupe
