// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"

#include <memory>

namespace loupe {

/// Compares in the memory of NVIDIA GPUs. Starts no device before it is needed.
std::unique_ptr<DeviceComparer> makeCudaComparer();

} // namespace loupe
