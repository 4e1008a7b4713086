// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/ceilings.h"

#include <string>

namespace loupe {

/// Measures "cuda:0": bandwidth of memory and cache and float32 multiply-adds with own kernels, and
/// matrix products with cuBLAS if available. Takes a few seconds and a few gigabytes of the
/// device's memory. The caller adds driver and time. Lists what cannot be measured with the reason.
/// Returns InvalidInput for a device that is not a GPU.
Result<DeviceCeilings> measureDevice(const std::string &device);

} // namespace loupe
