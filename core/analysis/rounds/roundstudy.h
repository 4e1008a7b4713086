// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/base/result.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What every chart over rounds begins with: the trajectories of methods that worked in rounds, as
/// the switches ask for them. Worked out once for all charts of the same rows; it needs the rows no
/// more.
struct RoundStudy {
    Trajectories trajectories;
    std::vector<int> rounds; ///< ascending, at least two
    std::string leftOut;     ///< a sentence for the definition; may be empty
    std::string devices;     ///< on what their runs measured
    int n = 0;               ///< evaluations that the trajectories are made of
};

/// Refused where no method has more than one round.
Result<RoundStudy> roundStudy(std::span<const MetricRow> rows, bool soundTasksOnly,
                              bool withoutWithheld, const std::stop_token &stop = {});

/// The error of a chart that was told to stop.
Error roundChartCancelled();

} // namespace loupe
