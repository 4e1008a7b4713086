// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"

#include <memory>

namespace loupe {

/// Creates a comparer for the memory of NVIDIA GPUs. It starts a device only when necessary.
std::unique_ptr<DeviceComparer> makeCudaComparer();

} // namespace loupe
