// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace loupe {

/// One value and the cluster that it belongs to.
struct ClusteredValue {
    double value = 0.0;
    std::uint32_t cluster = 0;
};

enum class IntervalKind {
    /// The quantiles of the resampled statistic (Efron 1979).
    Percentile,
    /// Bias-corrected and accelerated (Efron 1987), with acceleration from the jackknife over
    /// clusters. Falls back to percentile if the correction is not defined: the statistic does not
    /// vary, or all resamples lie on one side of it. Interval::kind reports the kind used.
    Bca,
    /// Wilson's (1927), for a share of 0 or 1 of the clusters, whose resamples are all equal.
    Wilson,
};

std::string_view name(IntervalKind kind); ///< "percentile", "bca", "wilson"

struct BootstrapOptions {
    int resamples = 10000;
    std::uint64_t seed = 1; ///< the same seed gives the same interval, for any number of threads
    double confidence = 0.95;
    IntervalKind kind = IntervalKind::Percentile;
    int threads = 0; ///< 0: one per processor of the machine
};

/// A statistic with its uncertainty.
struct Interval {
    double estimate = 0.0;
    double low = 0.0;
    double high = 0.0;
    int clusters = 0;                             ///< number of resampled clusters (tasks)
    int undefined = 0;                            ///< excluded resamples without a value
    IntervalKind kind = IntervalKind::Percentile; ///< the kind used
};

/// Sums over the rows of each cluster. Any function of sums (a rate, a mean, a geometric mean, a
/// ratio of totals, a difference of two of them) can be resampled from these. The cost depends on
/// the number of clusters, not of rows.
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

/// A statistic as a function of sums; NaN if it has no value.
using SumStatistic = std::function<double(std::span<const double>)>;

/// Computes intervals of all statistics over the same resamples. Each resample draws as many
/// clusters as there are, with replacement. More than 4096 clusters are first combined into random
/// bundles of equal size, which are drawn instead. Returns nullopt for a statistic without a value,
/// for fewer than two clusters, or if more than half of the resamples have no value. Two sides of a
/// comparison in the columns of one table are resampled together, which makes it paired.
std::vector<std::optional<Interval>> bootstrap(const ClusterSums &sums,
                                               std::span<const SumStatistic> statistics,
                                               const BootstrapOptions &options);

/// Returns the interval of a share. All resamples of a share of 0 or 1 are equal, which would imply
/// certainty. Such a share gets Wilson's interval instead, with the clusters as trials.
std::optional<Interval> shareInterval(std::optional<Interval> resampled,
                                      const BootstrapOptions &options);

/// Returns the percentile interval of the median of all values; resamples draw the clusters 0 ..
/// clusters - 1. BCa is not used, because a median has no useful acceleration. For an even number
/// of values, a resample uses the lower middle value, and the estimate the mean of both.
std::optional<Interval> bootstrapMedian(std::span<const ClusteredValue> values,
                                        std::size_t clusters, const BootstrapOptions &options);

/// The limits of a share.
struct ShareLimits {
    double low = 0.0;
    double high = 1.0;
};

/// Returns Wilson's (1927) score interval of `successes` in `trials` independent trials; 0 to 1
/// without trials.
ShareLimits wilsonLimits(double successes, double trials, double confidence = 0.95);

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
