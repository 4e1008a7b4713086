// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

Platform torchCpuPlatform()
{
    Platform platform;
    platform.name = "torch-cpu";
    platform.title = "PyTorch C++ extensions on the CPU";
    platform.vendor = "any";
    platform.devices
        = {{"cpu", {}, {plainPath(), cxxCompiler(), ninjaTool(), pythonHeaders()}, {}, {}}};
    return platform;
}

} // namespace loupe
