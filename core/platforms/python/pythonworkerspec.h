// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/childspec.h"

#include <string>

namespace loupe {

/// The interpreter with resources/worker, which takes its settings as one more argument: what it
/// may read, its devices and variables. `scratch`: its folder.
ChildSpec pythonWorkerSpec(const PythonEnvironment &environment, const PythonSettings &settings,
                           const std::string &scratch);

/// How many threads a worker computes with: as asked, else as many as the machine has.
int threadsOf(const PythonSettings &settings);

/// Whether a worker computes on anything but the processor.
bool isGpu(const PythonSettings &settings);

} // namespace loupe
