// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/run.h"
#include "core/platforms/build/cpubuild.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/python/pythonhost.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Describes this machine's processor, kernel and compiler, to be stored with a run.
Environment describeMachine(const CpuToolchain &toolchain);
/// Describes the machine with the GPU of native candidates ("cuda:0") and its compiler.
Environment describeMachine(const CpuToolchain &toolchain, const CudaToolchain &cuda,
                            const std::string &device, const std::string &deviceName);
/// Describes the machine with a Python and the device of its candidates ("cpu", "cuda:0"). For an
/// NVIDIA GPU it includes the driver and the maximum clock.
Environment describeMachine(const PythonEnvironment &python, const std::string &device);

/// Returns the processor's name as the kernel reports it: "AMD EPYC …".
std::string processorName();

/// Returns name and release of the kernel: "Linux 6.1.0-18-amd64".
std::string kernelVersion();

/// Returns this machine's memory, bytes; 0 if unknown.
std::int64_t memoryBytes();

} // namespace loupe
