// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/clusteredvalue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace loupe {

/// Calls `work(begin, end)` for parts of 0 .. resamples on `threads` threads (0: one per processor)
/// and waits for all of them. `work` must not throw.
template <typename Work>
void forEachResample(int resamples, int threads, const Work &work)
{
    const int machine = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int used = std::clamp(threads > 0 ? threads : machine, 1, std::max(1, resamples));
    std::vector<std::jthread> others;
    for (int i = 1; i < used; ++i) {
        const auto from = static_cast<int>(std::int64_t{resamples} * i / used);
        const auto to = static_cast<int>(std::int64_t{resamples} * (i + 1) / used);
        others.emplace_back([&work, from, to] { work(from, to); });
    }
    work(0, resamples / used);
}

/// The median of values under cluster weights. The values are sorted once and split into parts. The
/// count of each cluster's values per part determines the part of the median, so that only that
/// part is scanned.
class ResampledMedian
{
public:
    /// Every cluster must be below `clusters`.
    ResampledMedian(std::span<const ClusteredValue> values, std::size_t clusters);

    double estimate() const { return m_estimate; }
    /// Returns the lower median for the weights of the clusters; nullopt if all values have weight
    /// 0. `scratch` is reusable memory.
    std::optional<double> of(std::span<const std::uint32_t> weights,
                             std::vector<std::uint64_t> &scratch) const;

private:
    struct PartCount {
        std::uint32_t part;
        std::uint32_t count;
    };

    std::vector<ClusteredValue> m_values; ///< sorted
    std::size_t m_partSize = 1;
    std::size_t m_parts = 0;
    std::vector<PartCount> m_counts;   ///< per cluster, the parts that contain it
    std::vector<std::size_t> m_starts; ///< offsets into m_counts per cluster, and the end
    double m_estimate = 0.0;
};

} // namespace loupe
