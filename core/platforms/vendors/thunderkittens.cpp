// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

using Kind = PlatformNeed::Kind;

Platform thunderkittensPlatform()
{
    Platform platform;
    platform.name = "thunderkittens";
    platform.title = "ThunderKittens through PyTorch extensions";
    platform.vendor = "NVIDIA";
    platform.passedOn = {"THUNDERKITTENS_ROOT", "CUDA_HOME", "TORCH_CUDA_ARCH_LIST"};
    platform.devices
        = {{"cuda",
            {},
            {{Kind::Folder, "THUNDERKITTENS_ROOT",
              "clone github.com/HazyResearch/ThunderKittens and set THUNDERKITTENS_ROOT to it"},
             cudaTorch(),
             nvidiaDevice(),
             cudaCompiler(),
             cxxCompiler(),
             ninjaTool()},
            {},
            nvidiaNodes()}};
    return platform;
}

} // namespace loupe
