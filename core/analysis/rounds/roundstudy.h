// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// The common input of all charts over rounds: the trajectories of methods with several rounds,
/// after applying the switches. It is computed once for all charts of the same rows, which are not
/// needed afterwards.
struct RoundStudy {
    Trajectories trajectories;
    std::vector<int> rounds; ///< ascending, at least two
    std::string leftOut;     ///< a sentence for the definition; may be empty
    std::string devices;     ///< the devices of the measurements, for display
    int n = 0;               ///< evaluations in the trajectories
};

/// Fails if no method has more than one round.
Result<RoundStudy> roundStudy(std::span<const MetricRow> rows, bool soundTasksOnly,
                              bool withoutWithheld, const std::stop_token &stop = {});

/// Returns the error of a chart that was stopped.
Error roundChartCancelled();

} // namespace loupe
