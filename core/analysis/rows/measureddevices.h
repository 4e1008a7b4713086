// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <span>
#include <string>

namespace loupe {

/// Returns the devices of the measurements: "NVIDIA H200", "3 devices", "a device that is not
/// recorded".
std::string devicesOf(std::span<const MetricRow> rows);

} // namespace loupe
