// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Speedups over the reference times that one run holds of one kind of baseline.
struct JoinedBaseline {
    std::string run; ///< that holds the times
    std::string baseline;
    std::size_t results = 0;

    friend bool operator==(const JoinedBaseline &, const JoinedBaseline &) = default;
};

struct JoinedBaselines {
    std::vector<JoinedBaseline> from; ///< by run, then by baseline
    /// Timed results without a speedup because reference times of one kind disagree.
    std::size_t disputed = 0;

    friend bool operator==(const JoinedBaselines &, const JoinedBaselines &) = default;
};

/// Gives correct, timed rows without a baseline their speedups over the reference times that they
/// carry: a row of its own for each kind of baseline, which is a condition then. A recorded speedup
/// stays as it is, and of times that disagree none is taken. Whether any row could be joined.
bool joinBaselines(std::vector<MetricRow> &rows);

/// What was joined among rows.
JoinedBaselines joinedBaselines(std::span<const MetricRow> rows);

} // namespace loupe
