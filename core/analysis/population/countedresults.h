// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// A population over several baselines that are split or pooled has a row per result and baseline.
// Lists show each result once, so counts of results must not depend on the number of baselines.

/// Returns the first row of each result. Rows without an id are results of their own.
std::vector<const MetricRow *> resultsAmong(std::span<const MetricRow> rows);

/// Returns the number of results among the rows of a population.
std::size_t countResults(std::span<const MetricRow> rows);

/// Number of results with a value, in the filter's notation; empty if there is no value.
struct ValueCount {
    std::string value;
    std::int64_t count = 0;

    friend bool operator==(const ValueCount &, const ValueCount &) = default;
};

/// Returns the values of a filter field among rows, the most frequent first. A result counts once,
/// however many baselines it has a row for. Supports status, category, method, level, device and
/// round; returns nothing for other fields.
std::vector<ValueCount> valueCounts(std::span<const MetricRow> rows, std::string_view field);

} // namespace loupe
