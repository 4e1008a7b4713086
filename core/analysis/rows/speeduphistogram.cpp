// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/speeduphistogram.h"

#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

void add(const MetricRow &row, const HistogramAxis &axis, SpeedupHistogram &histogram)
{
    ++histogram.n;
    if (outcomeOf(row.verdict) != Outcome::Correct)
        return;
    ++histogram.correct;
    if (const auto speedup = usableSpeedup(row)) {
        const std::size_t bin = axis.binOf(*speedup);
        const bool isFirst = histogram.most == 0;
        histogram.least = isFirst ? *speedup : std::min(histogram.least, *speedup);
        histogram.most = std::max(histogram.most, *speedup);
        ++histogram.counts[bin];
        histogram.members[bin].push_back(row.id);
        histogram.geometricMean += std::log(*speedup);
    } else {
        ++histogram.unmeasured;
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
                                  std::span<const std::uint32_t> places, const HistogramAxis &axis)
{
    SpeedupHistogram out;
    out.counts.assign(static_cast<std::size_t>(axis.bins()), 0);
    out.members.resize(static_cast<std::size_t>(axis.bins()));
    for (const std::uint32_t place : places)
        add(rows[place], axis, out);
    const int timed = out.correct - out.unmeasured;
    out.geometricMean = timed == 0 ? 0.0 : std::exp(out.geometricMean / timed);
    return out;
}

} // namespace loupe
