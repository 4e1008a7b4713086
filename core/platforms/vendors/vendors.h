// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

namespace loupe {

// One function and one file per platform; registry.cpp lists them.
Platform cpuPlatform();
Platform torchCpuPlatform();
Platform cudaPlatform();
Platform tritonPlatform();
Platform pallasPlatform();
Platform syclPlatform();
Platform ascendcPlatform();
Platform ascendcDirectLaunchPlatform();
Platform catlassPlatform();
Platform tilelangPlatform();
Platform tilelangAscendPlatform();
Platform tritonAscendPlatform();
Platform musaPlatform();
Platform hipPlatform();
Platform cutePlatform();
Platform thunderkittensPlatform();

} // namespace loupe
