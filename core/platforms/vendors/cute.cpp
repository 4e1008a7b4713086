// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform cutePlatform()
{
    Platform platform;
    platform.name = "cute";
    platform.title = "CuTe DSL (CUTLASS in Python)";
    platform.vendor = "NVIDIA";
    platform.passedOn = {"CUDA_HOME"};
    platform.devices
        = {{"cuda",
            {},
            {{Kind::Package, "nvidia-cutlass-dsl", "{python} -m pip install nvidia-cutlass-dsl"},
             cudaTorch(),
             nvidiaDevice()},
            {},
            nvidiaNodes()}};
    return platform;
}

} // namespace loupe
