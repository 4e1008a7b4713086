// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace loupe {

/// What the environment of a process holds that is to run this code on a device. Where the code
/// makes no streams, CUDA is started with one hardware queue in place of eight, which takes half as
/// long; work in a single stream uses one in either case. Nothing off CUDA.
std::map<std::string, std::string> deviceVariables(const std::string &device,
                                                   const std::string &source);

/// Whether constructing a model of this code may use the device before the model is moved there.
bool constructsOnDevice(const std::string &source);

} // namespace loupe
