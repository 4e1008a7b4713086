// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"
#include "core/report/table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe::cli {

/// What is outside headline numbers, and how many there were.
struct LeftOut {
    std::size_t count = 0;
    std::size_t of = 0;

    /// A sentence for captions, with a blank in front; empty where nothing was left out.
    std::string text() const;
};

/// Takes out rows that have a proof or an uncleared suspicion against them.
LeftOut leaveOutWithheld(std::vector<MetricRow> &rows);

/// As `--format` says: "csv", "markdown", else text.
std::string print(const Table &table, const std::string &format);

} // namespace loupe::cli
