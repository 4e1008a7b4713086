// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Draws the Kaplan-Meier estimate of the share still unsolved after each round, a line per group.
Result<Chart> roundSurvivalChart(const RoundStudy &study, const ChartRequest &request,
                                 const std::stop_token &stop = {});

} // namespace loupe
