// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

Platform cudaPlatform()
{
    Platform platform;
    platform.name = "cuda";
    platform.title = "CUDA C++ through PyTorch extensions";
    platform.vendor = "NVIDIA";
    platform.passedOn = {"CUDA_HOME", "TORCH_CUDA_ARCH_LIST"};
    platform.devices = {{"cuda",
                         {},
                         {cudaTorch(), nvidiaDevice(), plainPath(), cudaCompiler(), cxxCompiler(),
                          ninjaTool(), pythonHeaders()},
                         {},
                         nvidiaNodes()}};
    return platform;
}

} // namespace loupe
