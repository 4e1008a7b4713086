// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Draws median and quartiles of the best speedup that each trajectory has reached by a round.
Result<Chart> bestSoFarChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop = {});

} // namespace loupe
