// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/ceilings.h"

#include <string>

namespace loupe {

/// Measures "cuda:0": bandwidth of its memory and of its cache by own kernels, rates of matrix
/// products by cuBLAS where that can be loaded, float32 multiply-adds by an own kernel. Takes a few
/// seconds and a few gigabytes of the device's memory. Driver and time are the caller's to fill in.
/// What cannot be measured is listed with the reason. Unsupported where there is no such device.
Result<DeviceCeilings> measureDevice(const std::string &device);

} // namespace loupe
