// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Draws why the mean speedup changed from round to round: because kernels changed, and because the
/// mean covers other kernels.
Result<Chart> roundChangeChart(const RoundStudy &study, const ChartRequest &request,
                               const std::stop_token &stop = {});

} // namespace loupe
