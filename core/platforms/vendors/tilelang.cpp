// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform tilelangPlatform()
{
    Platform platform;
    platform.name = "tilelang";
    platform.title = "TileLang";
    platform.vendor = "NVIDIA";
    platform.modules = {"tilelang"};
    platform.passedOn = {"CUDA_HOME"};
    platform.devices = {{"cuda",
                         {},
                         {{Kind::Package, "tilelang", "{python} -m pip install tilelang"},
                          cudaTorch(),
                          nvidiaDevice(),
                          cudaCompiler()},
                         {},
                         nvidiaNodes()}};
    return platform;
}

} // namespace loupe
