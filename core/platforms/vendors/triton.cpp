// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform tritonPlatform()
{
    Platform platform;
    platform.name = "triton";
    platform.title = "Triton";
    platform.vendor = "any";
    platform.modules = {"triton"};
    const PlatformNeed triton{Kind::Package, "triton", "{python} -m pip install triton"};
    platform.devices
        = {{"cuda",
            {},
            {triton,
             PlatformNeed{Kind::Device, "cuda",
                          "use a machine with an NVIDIA or AMD GPU and its driver"},
             cxxCompiler()},
            {},
            {"nvidia", "kfd", "dri"}},
           {"cpu", "through its interpreter", {triton}, {{"TRITON_INTERPRET", "1"}}, {}}};
    return platform;
}

} // namespace loupe
