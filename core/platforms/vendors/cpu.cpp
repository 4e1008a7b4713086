// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/needs.h"
#include "core/platforms/vendors/vendors.h"

namespace loupe {

Platform cpuPlatform()
{
    Platform platform;
    platform.name = "cpu";
    platform.title = "Native C++ on the CPU";
    platform.vendor = "any";
    platform.isNative = true;
    platform.devices = {{"cpu", {}, {cxxCompiler()}, {}, {}}};
    return platform;
}

} // namespace loupe
