// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

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
