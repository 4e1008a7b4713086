// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/speeduphistogram.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

void add(const MetricRow &row, const HistogramAxis &axis, SpeedupHistogram &histogram)
{
    const Outcome outcome = outcomeOf(row.verdict);
    ++histogram.n;
    if (isFailure(outcome)) {
        ++histogram.failed;
        histogram.failedMembers.push_back(row.id);
    } else if (outcome != Outcome::Correct) {
        ++histogram.uncounted;
        histogram.uncountedMembers.push_back(row.id);
    } else if (const auto speedup = usableSpeedup(row)) {
        const std::size_t bin = axis.binOf(*speedup);
        const bool isFirst = histogram.most == 0;
        histogram.least = isFirst ? *speedup : std::min(histogram.least, *speedup);
        histogram.most = std::max(histogram.most, *speedup);
        ++histogram.correct;
        ++histogram.counts[bin];
        histogram.members[bin].push_back(row.id);
        histogram.geometricMean += std::log(*speedup);
    } else {
        ++histogram.correct;
        ++histogram.unmeasured;
        histogram.unmeasuredMembers.push_back(row.id);
    }
}

} // namespace

std::size_t HistogramAxis::binOf(double speedup) const
{
    if (speedup <= std::exp2(minLog2))
        return 0;
    const auto last = static_cast<std::size_t>(bins() - 1);
    if (speedup >= std::exp2(maxLog2))
        return last;
    const double position = std::floor((std::log2(speedup) - minLog2) * binsPerOctave);
    return std::min(last - 1, 1 + static_cast<std::size_t>(std::max(0.0, position)));
}

SpeedupHistogram speedupHistogram(std::span<const MetricRow> rows,
                                  std::span<const std::uint32_t> places, std::string group,
                                  const HistogramAxis &axis)
{
    SpeedupHistogram out;
    out.group = std::move(group);
    out.counts.assign(static_cast<std::size_t>(axis.bins()), 0);
    out.members.resize(static_cast<std::size_t>(axis.bins()));
    for (const std::uint32_t place : places)
        add(rows[place], axis, out);
    const int timed = out.correct - out.unmeasured;
    out.geometricMean = timed == 0 ? 0.0 : std::exp(out.geometricMean / timed);
    return out;
}

std::vector<SpeedupHistogram> speedupHistograms(std::span<const MetricRow> rows, GroupBy groupBy,
                                                const HistogramAxis &axis)
{
    std::vector<SpeedupHistogram> out;
    const RowGroups groups = rowGroups(rows, groupBy);
    std::vector<std::vector<std::uint32_t>> places(groups.names.size());
    for (std::uint32_t row = 0; row < groups.groupOf.size(); ++row)
        places[groups.groupOf[row]].push_back(row);
    out.reserve(places.size());
    for (std::size_t group = 0; group < places.size(); ++group)
        out.push_back(speedupHistogram(rows, places[group], groups.names[group], axis));
    std::sort(out.begin(), out.end(), [](const auto &a, const auto &b) {
        return a.n != b.n ? a.n > b.n : a.group < b.group;
    });
    return out;
}

} // namespace loupe
