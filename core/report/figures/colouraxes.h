// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/chart.h"

namespace loupe {

/// Fails with Unsupported if panels have different colour axes, because one colour bar would be
/// wrong for some of them.
Status checkColourAxes(const Chart &chart);

} // namespace loupe
