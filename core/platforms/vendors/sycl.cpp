// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform syclPlatform()
{
    Platform platform;
    platform.name = "sycl";
    platform.title = "SYCL through PyTorch extensions";
    platform.vendor = "Intel";
    platform.modules = {"intel_extension_for_pytorch"};
    platform.passedOn = {"ONEAPI_ROOT",     "CMPLR_ROOT",          "SYCL_HOME",
                         "LD_LIBRARY_PATH", "TORCH_XPU_ARCH_LIST", "ZE_AFFINITY_MASK"};
    platform.folders = {"/opt/intel/oneapi", "/opt/intel/oneapi/compiler/latest"};
    platform.devices
        = {{"xpu",
            {},
            {{Kind::TorchBuild, "xpu",
              "{python} -m pip install torch --index-url https://download.pytorch.org/whl/xpu"},
             {Kind::Device, "xpu", "use a machine with an Intel GPU and its compute runtime"},
             {Kind::Program, "icpx",
              "install the Intel oneAPI DPC++ compiler and source its setvars.sh"},
             cxxCompiler(),
             ninjaTool()},
            {},
            {"dri"}}};
    return platform;
}

} // namespace loupe
