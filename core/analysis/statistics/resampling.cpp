// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/resampling.h"

#include <cmath>

namespace loupe {

namespace {

constexpr std::size_t minPartSize = 64;

} // namespace

ResampledMedian::ResampledMedian(std::span<const ClusteredValue> values, std::size_t clusters)
    : m_values(values.begin(), values.end())
{
    std::sort(m_values.begin(), m_values.end(), [](const auto &a, const auto &b) {
        return a.value != b.value ? a.value < b.value : a.cluster < b.cluster;
    });
    const std::size_t n = m_values.size();
    if (n > 0)
        m_estimate = (m_values[(n - 1) / 2].value + m_values[n / 2].value) / 2;
    // A resample adds a count per cluster and part, and scans half a part. With n values in c
    // clusters, the cost is minimal for parts of about sqrt(n c).
    const double best = std::sqrt(static_cast<double>(n) * static_cast<double>(clusters));
    m_partSize = std::max(minPartSize, static_cast<std::size_t>(best));
    m_parts = (n + m_partSize - 1) / m_partSize;

    // A counting sort by cluster keeps the values of one cluster in the order of their parts.
    m_starts.assign(clusters + 1, 0);
    std::vector<std::uint32_t> lastPart(clusters, ~0U);
    for (std::size_t i = 0; i < n; ++i) {
        const auto part = static_cast<std::uint32_t>(i / m_partSize);
        if (lastPart[m_values[i].cluster] != part)
            ++m_starts[m_values[i].cluster + 1];
        lastPart[m_values[i].cluster] = part;
    }
    for (std::size_t i = 1; i < m_starts.size(); ++i)
        m_starts[i] += m_starts[i - 1];
    m_counts.resize(m_starts.back());
    std::vector<std::size_t> next(m_starts.begin(), m_starts.end());
    std::fill(lastPart.begin(), lastPart.end(), ~0U);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t cluster = m_values[i].cluster;
        const auto part = static_cast<std::uint32_t>(i / m_partSize);
        if (lastPart[cluster] != part)
            m_counts[next[cluster]++] = {part, 0};
        ++m_counts[next[cluster] - 1].count;
        lastPart[cluster] = part;
    }
}

std::optional<double> ResampledMedian::of(std::span<const std::uint32_t> weights,
                                          std::vector<std::uint64_t> &scratch) const
{
    scratch.assign(m_parts, 0);
    for (std::size_t cluster = 0; cluster < weights.size(); ++cluster) {
        if (weights[cluster] == 0)
            continue;
        for (std::size_t i = m_starts[cluster]; i < m_starts[cluster + 1]; ++i)
            scratch[m_counts[i].part] += std::uint64_t{weights[cluster]} * m_counts[i].count;
    }
    std::uint64_t all = 0;
    for (const std::uint64_t part : scratch)
        all += part;
    if (all == 0)
        return std::nullopt;
    std::uint64_t before = (all - 1) / 2; // number of values before the lower median
    std::size_t part = 0;
    while (before >= scratch[part])
        before -= scratch[part++];
    for (std::size_t i = part * m_partSize;; ++i) {
        const std::uint64_t weight = weights[m_values[i].cluster];
        if (before < weight)
            return m_values[i].value;
        before -= weight;
    }
}

} // namespace loupe
