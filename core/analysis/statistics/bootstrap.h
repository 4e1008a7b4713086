// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/clusteredvalue.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

enum class IntervalKind {
    /// The quantiles of the resampled statistic (Efron 1979).
    Percentile,
    /// Bias-corrected and accelerated (Efron 1987), acceleration from the jackknife over clusters.
    /// Falls back to percentile, and says so, where the correction is not defined: the statistic
    /// does not vary, or all resamples lie on one side of it.
    Bca,
    /// Wilson's (1927) of a share of 0 or 1 of the clusters, where every resample is the same.
    Wilson,
};

std::string_view name(IntervalKind kind); ///< "percentile", "bca", "wilson"

struct BootstrapOptions {
    int resamples = 10000;
    std::uint64_t seed = 1; ///< the same seed gives the same interval, whatever the threads
    double confidence = 0.95;
    IntervalKind kind = IntervalKind::Percentile;
    int threads = 0; ///< 0: as many as the machine has
};

/// A statistic with its uncertainty.
struct Interval {
    double estimate = 0.0;
    double low = 0.0;
    double high = 0.0;
    int clusters = 0;  ///< what was resampled: tasks
    int undefined = 0; ///< resamples in which the statistic has no value; left out
    IntervalKind kind = IntervalKind::Percentile; ///< as it came out
};

/// Sums over the rows of each cluster. Whatever is a function of sums (a rate, a mean, a geometric
/// mean, a ratio of totals, the difference of any two of them) can be resampled from these alone,
/// so that a million rows cost as little as their tasks.
class ClusterSums
{
public:
    ClusterSums(std::size_t clusters, std::size_t width);

    std::size_t clusters() const { return m_clusters; }
    std::size_t width() const { return m_width; }
    /// Adds to one sum of a cluster.
    void add(std::size_t cluster, std::size_t column, double value)
    {
        m_sums[cluster * m_width + column] += value;
    }
    std::span<const double> of(std::size_t cluster) const
    {
        return std::span(m_sums).subspan(cluster * m_width, m_width);
    }
    std::vector<double> total() const;

private:
    std::size_t m_clusters;
    std::size_t m_width;
    std::vector<double> m_sums;
};

/// A statistic as a function of sums; not a number where it has no value.
using SumStatistic = std::function<double(std::span<const double>)>;

/// Intervals of all statistics over the same resamples: each draws as many clusters as there are,
/// with replacement. More than 4096 clusters are put into random bundles of equal size first, which
/// are drawn instead of them. nullopt for a statistic that has no value, or with fewer than two
/// clusters, or where more than half of the resamples have none. Two sides of a comparison in the
/// columns of one table are resampled together: that makes it paired.
std::vector<std::optional<Interval>> bootstrap(const ClusterSums &sums,
                                               std::span<const SumStatistic> statistics,
                                               const BootstrapOptions &options);

/// The interval of a share. One of 0 or 1 has only resamples like itself, which would say that it
/// is certain; it gets Wilson's interval with the clusters as trials instead.
std::optional<Interval> shareInterval(std::optional<Interval> resampled,
                                      const BootstrapOptions &options);

/// The interval of the median of all values; its resamples draw the clusters 0 .. clusters - 1.
/// Percentile only: a median has no useful acceleration. Of an even number of values the lower of
/// the two in the middle stands for a resample; the estimate is their mean.
std::optional<Interval> bootstrapMedian(std::span<const ClusteredValue> values,
                                        std::size_t clusters, const BootstrapOptions &options);

} // namespace loupe
