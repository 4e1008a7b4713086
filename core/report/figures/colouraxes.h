// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/chart.h"

namespace loupe {

/// Unsupported where panels colour their cells by different axes: one colour bar would lie for all
/// but one of them.
Status checkColourAxes(const Chart &chart);

} // namespace loupe
