// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

PlatformNeed cxxCompiler()
{
    return {Kind::Program, "g++", "apt install g++"};
}

PlatformNeed ninjaTool()
{
    return {Kind::Program, "ninja", "{python} -m pip install ninja"};
}

PlatformNeed pythonHeaders()
{
    return {Kind::Header, "Python.h",
            "apt install python3-dev, or the same of this Python's source"};
}

PlatformNeed plainPath()
{
    return {Kind::PlainPath, "plain path",
            "create the virtual environment in a folder without such characters"};
}

PlatformNeed cudaTorch()
{
    return {Kind::TorchBuild, "cuda",
            "{python} -m pip install torch --index-url https://download.pytorch.org/whl/cu130"};
}

PlatformNeed nvidiaDevice()
{
    return {Kind::Device, "cuda", "use a machine with an NVIDIA GPU and its driver"};
}

PlatformNeed cudaCompiler()
{
    return {Kind::Program, "nvcc",
            "install the CUDA Toolkit of torch's version (developer.nvidia.com/cuda-downloads)"};
}

PlatformNeed torchNpu()
{
    return {Kind::Package, "torch_npu",
            "install torch_npu of the same version as torch (gitee.com/ascend/pytorch)"};
}

PlatformNeed ascendDevice()
{
    return {Kind::Device, "npu", "use a machine with an Ascend NPU, its driver and firmware"};
}

PlatformNeed bishengCompiler()
{
    return {Kind::Program, "bisheng",
            "install the CANN toolkit (hiascend.com) and source its set_env.sh"};
}

std::vector<std::string> nvidiaNodes()
{
    return {"nvidia"};
}

std::vector<std::string> ascendNodes()
{
    return {"davinci", "devmm_svm", "hisi_hdc"};
}

std::vector<std::string> ascendVariables()
{
    return {"ASCEND_HOME_PATH",          "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH",
            "ASCEND_AICPU_PATH",         "TOOLCHAIN_HOME",      "LD_LIBRARY_PATH",
            "ASCEND_RT_VISIBLE_DEVICES", "KLOUPE_SOC_VERSION"};
}

std::vector<std::filesystem::path> ascendFolders()
{
    return {"/usr/local/Ascend", "/usr/local/Ascend/driver",
            "/usr/local/Ascend/ascend-toolkit/latest",
            "/usr/local/Ascend/ascend-toolkit/latest/compiler/ccec_compiler",
            "/usr/local/Ascend/ascend-toolkit/latest/python/site-packages"};
}

} // namespace loupe
