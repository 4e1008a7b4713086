// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/speeduphistogram.h"

#include "core/analysis/grouping.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe {

namespace {

/// The bin of a positive, finite speedup; what lies beyond the axis goes to the outer bins.
std::size_t binOf(double speedup, const HistogramAxis &axis)
{
    const double position = (std::log2(speedup) - axis.minLog2) * axis.binsPerOctave;
    const double last = axis.bins() - 1;
    return static_cast<std::size_t>(std::clamp(std::floor(position), 0.0, last));
}

void add(const MetricRow &row, const HistogramAxis &axis, SpeedupHistogram &histogram)
{
    const Outcome outcome = outcomeOf(row.verdict);
    ++histogram.n;
    if (isFailure(outcome)) {
        ++histogram.failed;
        histogram.failedMembers.push_back(row.id);
    } else if (outcome != Outcome::Correct) {
        ++histogram.uncounted;
    } else if (const auto speedup = usableSpeedup(row)) {
        const std::size_t bin = binOf(*speedup, axis);
        ++histogram.correct;
        ++histogram.counts[bin];
        histogram.members[bin].push_back(row.id);
        histogram.geometricMean += std::log(*speedup);
    } else {
        ++histogram.correct;
        ++histogram.unmeasured;
    }
}

} // namespace

std::vector<SpeedupHistogram> speedupHistograms(std::span<const MetricRow> rows, GroupBy groupBy,
                                                const HistogramAxis &axis)
{
    std::map<std::string, SpeedupHistogram> groups;
    for (const MetricRow &row : rows) {
        SpeedupHistogram &histogram = groups[groupName(row, groupBy)];
        if (histogram.n == 0) {
            histogram.counts.assign(static_cast<std::size_t>(axis.bins()), 0);
            histogram.members.resize(static_cast<std::size_t>(axis.bins()));
        }
        add(row, axis, histogram);
    }
    std::vector<SpeedupHistogram> out;
    for (auto &[name, histogram] : groups) {
        const int timed = histogram.correct - histogram.unmeasured;
        histogram.group = name;
        histogram.geometricMean = timed == 0 ? 0.0 : std::exp(histogram.geometricMean / timed);
        out.push_back(std::move(histogram));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto &a, const auto &b) { return a.n > b.n; });
    return out;
}

} // namespace loupe
