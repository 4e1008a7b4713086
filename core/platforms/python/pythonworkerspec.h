// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/system/childspec.h"

#include <array>
#include <string>

namespace loupe {

/// Folders of PATH in which candidates find programs, after those of the interpreter and of tools.
inline constexpr std::array usualProgramFolders{"/usr/local/cuda/bin", "/usr/local/bin", "/usr/bin",
                                                "/bin"};

/// Returns the spec of the interpreter with resources/worker: readable folders, devices and
/// variables. The worker's settings become one more argument. `scratch`: its folder.
ChildSpec pythonWorkerSpec(const PythonEnvironment &environment, const PythonSettings &settings,
                           const std::string &scratch);

/// Returns the number of a worker's threads: the setting, or the number of processors.
int threadsOf(const PythonSettings &settings);

/// Returns true if a worker computes on anything but the processor.
bool isGpu(const PythonSettings &settings);

} // namespace loupe
