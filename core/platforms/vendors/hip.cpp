// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform hipPlatform()
{
    Platform platform;
    platform.name = "hip";
    platform.title = "HIP through PyTorch extensions";
    platform.vendor = "AMD";
    platform.passedOn
        = {"ROCM_HOME", "ROCM_PATH", "HIP_PATH", "PYTORCH_ROCM_ARCH", "HIP_VISIBLE_DEVICES"};
    platform.folders = {"/opt/rocm"};
    // torch for ROCm names its devices cuda.
    platform.devices
        = {{"cuda",
            {},
            {{Kind::TorchBuild, "hip",
              "{python} -m pip install torch --index-url https://download.pytorch.org/whl/rocm6.4"},
             {Kind::Device, "cuda", "use a machine with an AMD GPU and the amdgpu driver"},
             {Kind::Program, "hipcc", "install ROCm (rocm.docs.amd.com)"},
             cxxCompiler(),
             ninjaTool()},
            {},
            {"kfd", "dri"}}};
    return platform;
}

} // namespace loupe
