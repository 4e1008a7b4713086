// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace loupe {

/// Returns environment variables for a process that runs this code on a device. If the code makes
/// no streams, CUDA starts with one hardware queue in place of eight, which takes half as long.
/// Empty for devices other than CUDA.
std::map<std::string, std::string> deviceVariables(const std::string &device,
                                                   const std::string &source);

/// Returns whether constructing a model of this code may use the device already.
bool constructsOnDevice(const std::string &source);

} // namespace loupe
