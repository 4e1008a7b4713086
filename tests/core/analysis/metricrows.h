// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/record/metricrow.h"

#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace loupe::test {

inline MetricRow metricRow(const std::string &category, Verdict verdict,
                           std::optional<double> speedup = std::nullopt)
{
    MetricRow row;
    row.suite = "s";
    row.category = category;
    row.task = category + "/t";
    row.method = "m";
    row.verdict = verdict;
    row.speedup = speedup;
    return row;
}

/// Returns rows of every verdict, including some with senseless speedups.
inline std::vector<MetricRow> randomRows(unsigned seed, int count)
{
    std::mt19937 random(seed);
    std::lognormal_distribution<double> speedups(0, 2);
    const double odd[] = {0.0,
                          -1.0,
                          1.0,
                          8.0,
                          0.125,
                          std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::quiet_NaN()};
    std::vector<MetricRow> rows;
    for (int i = 0; i < count; ++i) {
        const auto verdicts = allVerdicts();
        const Verdict verdict
            = random() % 2 == 0 ? Verdict::Correct : verdicts[random() % verdicts.size()].verdict;
        MetricRow row = metricRow("c" + std::to_string(random() % 5), verdict);
        row.id = {i + 1};
        if (random() % 4 != 0)
            row.speedup = random() % 5 == 0 ? odd[random() % std::size(odd)] : speedups(random);
        rows.push_back(row);
    }
    return rows;
}

/// Returns the histogram of the rows for which `isOne` holds.
template <typename Condition>
SpeedupHistogram histogramOf(std::span<const MetricRow> rows, const Condition &isOne)
{
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (isOne(rows[place]))
            places.push_back(place);
    }
    return speedupHistogram(rows, places);
}

inline SpeedupHistogram histogramOf(std::span<const MetricRow> rows)
{
    return histogramOf(rows, [](const MetricRow &) { return true; });
}

} // namespace loupe::test
