// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/platforms/build/cpubuild.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/python/pythonhost.h"

#include <cstdint>
#include <string>

namespace loupe {

/// This machine's processor, kernel and compiler, as they are recorded with a run.
Environment describeMachine(const CpuToolchain &toolchain);
/// The same with the GPU that native candidates run on ("cuda:0") and what compiles them.
Environment describeMachine(const CpuToolchain &toolchain, const CudaToolchain &cuda,
                            const std::string &device, const std::string &deviceName);
/// This machine with a Python and the device its candidates run on ("cpu", "cuda:0"); of an NVIDIA
/// GPU with the driver and the highest clock.
Environment describeMachine(const PythonEnvironment &python, const std::string &device);

/// "AMD EPYC …", as the kernel says it.
std::string processorName();

/// "Linux 6.1.0-18-amd64".
std::string kernelVersion();

/// Memory of this machine, in bytes.
std::int64_t memoryBytes();

} // namespace loupe
