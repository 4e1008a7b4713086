// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// What became of each kernel from round to round: columns are rounds, nodes outcomes, flows the
/// trajectories that went from one to the other. Rounds that are not judged are unknown; where a
/// sample has no result of a round it has ended.
Result<Chart> roundFlowChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop = {});

} // namespace loupe
