// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How many rows have a value, as the filter writes it; empty where there is none.
struct ValueCount {
    std::string value;
    std::int64_t count = 0;

    friend bool operator==(const ValueCount &, const ValueCount &) = default;
};

/// The values of a field of the filter among rows, the most frequent first: status, category,
/// method, level, device or round. Empty for other fields.
std::vector<ValueCount> valueCounts(std::span<const MetricRow> rows, std::string_view field);

} // namespace loupe
