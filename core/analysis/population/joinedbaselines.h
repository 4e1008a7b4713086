// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Speedups over the reference times of one kind of baseline from one run.
struct JoinedBaseline {
    std::string run; ///< run that has the times
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

/// Adds speedups to correct, timed rows without a baseline, from the reference times they carry.
/// Each kind of baseline gets a row of its own and becomes a value of the condition. A row with a
/// recorded speedup stays and gets further ones, over the baselines of its references. Times that
/// disagree are not used. Returns true if any row was joined.
bool joinBaselines(std::vector<MetricRow> &rows);

/// Replaces the speedup by that over the reference time of that baseline; over the first usable one
/// if it is empty and the row has no speedup. Returns false if the row has none, under the
/// conditions of joinBaselines().
bool joinBaseline(MetricRow &row, std::string_view baseline);

/// Returns what was joined among the rows.
JoinedBaselines joinedBaselines(std::span<const MetricRow> rows);

} // namespace loupe
