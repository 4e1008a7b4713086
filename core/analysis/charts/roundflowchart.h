// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Draws the outcome of each kernel from round to round. Columns are rounds, nodes are outcomes,
/// and flows are the trajectories between them. Rounds that are not judged are unknown. A sample
/// has ended where it has no result of a round.
Result<Chart> roundFlowChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop = {});

} // namespace loupe
