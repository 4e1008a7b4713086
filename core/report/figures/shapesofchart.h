// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/store/read/storereader.h"

#include <stop_token>

namespace loupe {

/// Splits the rows of a chart by shape if the request draws shapes; otherwise returns them as they
/// are. Fails with Unsupported for a chart over rounds, and with Cancelled if stopped.
Result<ChartRows> withShapesIfDrawn(StoreReader &reader, ChartRows kept,
                                    const ChartRequest &request, const std::stop_token &stop = {});

} // namespace loupe
