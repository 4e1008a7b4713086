// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

namespace loupe {

// Needs shared by several platforms.
PlatformNeed cxxCompiler();
PlatformNeed ninjaTool();
PlatformNeed pythonHeaders();
PlatformNeed plainPath();
PlatformNeed cudaTorch();
PlatformNeed nvidiaDevice();
PlatformNeed cudaCompiler();
PlatformNeed torchNpu();
PlatformNeed ascendDevice();
PlatformNeed bishengCompiler();

/// Nodes of /dev, variables and folders of NVIDIA and Huawei devices.
std::vector<std::string> nvidiaNodes();
std::vector<std::string> ascendNodes();
std::vector<std::string> ascendVariables();
std::vector<std::filesystem::path> ascendFolders();

} // namespace loupe
