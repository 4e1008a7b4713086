// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/bootstrap.h"

#include "core/analysis/statistics/randomstream.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <boost/math/distributions/normal.hpp>

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

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Above `maxDrawn` clusters, about `maxBundles` bundles are resampled.
constexpr std::size_t maxDrawn = 4096;
constexpr std::size_t maxBundles = 2048;

/// Returns the sums of random bundles of clusters, all of one size except the last. Their sums vary
/// like those of the clusters: the standard deviation is within 1.6 %. The cost of resampling them
/// does not depend on the number of clusters.
ClusterSums bundlesOf(const ClusterSums &sums, std::uint64_t seed)
{
    const std::size_t count = sums.clusters();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    RandomStream random(seed, std::numeric_limits<std::uint64_t>::max());
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    const std::size_t size = (count + maxBundles - 1) / maxBundles;
    ClusterSums out((count + size - 1) / size, sums.width());
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<const double> mine = sums.of(order[i]);
        for (std::size_t column = 0; column < mine.size(); ++column)
            out.add(i / size, column, mine[column]);
    }
    return out;
}

/// Returns the statistic without each cluster in turn.
std::vector<double> jackknife(const ClusterSums &sums, const std::vector<double> &total,
                              const SumStatistic &statistic)
{
    std::vector<double> out;
    std::vector<double> rest(total.size());
    for (std::size_t cluster = 0; cluster < sums.clusters(); ++cluster) {
        const std::span<const double> mine = sums.of(cluster);
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] = total[i] - mine[i];
        const double value = statistic(rest);
        if (std::isfinite(value))
            out.push_back(value);
    }
    return out;
}

/// Returns Efron's a: the skewness of the jackknife values over 6.
std::optional<double> acceleration(const std::vector<double> &values)
{
    double mean = 0;
    for (const double each : values)
        mean += each / static_cast<double>(values.size());
    double squares = 0;
    double cubes = 0;
    for (const double each : values) {
        const double off = mean - each;
        squares += off * off;
        cubes += off * off * off;
    }
    // Equal values differ only in their last bits.
    constexpr double noSpread = 1e-24;
    if (!(squares > noSpread * mean * mean * static_cast<double>(values.size())))
        return std::nullopt;
    return cubes / (6 * std::pow(squares, 1.5));
}

/// Returns the share at which BCa reads the resamples instead of `share`.
std::optional<double> correctedShare(double share, double bias, double acceleration)
{
    const boost::math::normal normal;
    const double z = bias + quantile(normal, share);
    const double scale = 1 - acceleration * z;
    if (!(scale > 0))
        return std::nullopt;
    return cdf(normal, bias + z / scale);
}

/// The shares at which the sorted resamples are read.
struct Shares {
    double low = 0.0;
    double high = 0.0;
};

std::optional<Shares> bcaShares(const std::vector<double> &sorted, double estimate,
                                const std::optional<double> &accelerated, Shares plain)
{
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), estimate);
    const auto above = std::upper_bound(below, sorted.end(), estimate);
    // Ties count half, because rates of few tasks often repeat.
    const double place
        = (static_cast<double>(below - sorted.begin()) + static_cast<double>(above - below) / 2)
        / static_cast<double>(sorted.size());
    if (!accelerated || place <= 0 || place >= 1)
        return std::nullopt;
    const double bias = quantile(boost::math::normal(), place);
    const auto low = correctedShare(plain.low, bias, *accelerated);
    const auto high = correctedShare(plain.high, bias, *accelerated);
    if (!low || !high)
        return std::nullopt;
    return Shares{*low, *high};
}

/// Interpolates linearly between the two nearest values, like numpy's default; reorders the values.
double selectedQuantile(std::vector<double> &values, double share)
{
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(std::floor(place));
    std::nth_element(values.begin(), below, values.end());
    const double part = place - std::floor(place);
    const double above
        = below + 1 == values.end() ? *below : *std::min_element(below + 1, values.end());
    return *below + part * (above - *below);
}

/// Returns the interval from a statistic's resamples; `accelerated` is set only for BCa.
std::optional<Interval> intervalFrom(std::vector<double> resampled, double estimate,
                                     const BootstrapOptions &options,
                                     const std::optional<double> &accelerated)
{
    const std::size_t all = resampled.size();
    std::erase_if(resampled, [](double value) { return !std::isfinite(value); });
    if (resampled.empty() || resampled.size() * 2 < all)
        return std::nullopt;
    Interval out;
    out.estimate = estimate;
    out.undefined = static_cast<int>(all - resampled.size());
    Shares shares{(1 - options.confidence) / 2, (1 + options.confidence) / 2};
    if (options.kind == IntervalKind::Bca) {
        std::sort(resampled.begin(), resampled.end());
        if (const auto corrected = bcaShares(resampled, estimate, accelerated, shares)) {
            shares = *corrected;
            out.kind = IntervalKind::Bca;
        }
    }
    out.low = selectedQuantile(resampled, shares.low);
    out.high = selectedQuantile(resampled, shares.high);
    return out;
}

} // namespace

std::string_view name(IntervalKind kind)
{
    switch (kind) {
    case IntervalKind::Bca:
        return "bca";
    case IntervalKind::Wilson:
        return "wilson";
    case IntervalKind::Percentile:
        break;
    }
    return "percentile";
}

std::optional<Interval> shareInterval(std::optional<Interval> resampled,
                                      const BootstrapOptions &options)
{
    if (!resampled || resampled->low < resampled->high || resampled->clusters < 1)
        return resampled;
    const bool isNone = resampled->estimate <= 0;
    if (!isNone && resampled->estimate < 1)
        return resampled;
    const double clusters = resampled->clusters;
    const ShareLimits limits = wilsonLimits(isNone ? 0 : clusters, clusters, options.confidence);
    resampled->low = isNone ? 0 : limits.low;
    resampled->high = isNone ? limits.high : 1;
    resampled->kind = IntervalKind::Wilson;
    return resampled;
}

ClusterSums::ClusterSums(std::size_t clusters, std::size_t width)
    : m_clusters(clusters)
    , m_width(width)
    , m_sums(clusters * width)
{
}

std::vector<double> ClusterSums::total() const
{
    std::vector<double> out(m_width);
    for (std::size_t cluster = 0; cluster < m_clusters; ++cluster) {
        for (std::size_t column = 0; column < m_width; ++column)
            out[column] += m_sums[cluster * m_width + column];
    }
    return out;
}

std::vector<std::optional<Interval>> bootstrap(const ClusterSums &sums,
                                               std::span<const SumStatistic> statistics,
                                               const BootstrapOptions &options)
{
    std::vector<std::optional<Interval>> out(statistics.size());
    if (sums.clusters() < 2 || options.resamples < 1)
        return out;
    const std::vector<double> total = sums.total();
    std::vector<std::vector<double>> resampled(
        statistics.size(), std::vector<double>(static_cast<std::size_t>(options.resamples)));
    std::optional<ClusterSums> bundles;
    if (sums.clusters() > maxDrawn)
        bundles = bundlesOf(sums, options.seed);
    const ClusterSums &source = bundles ? *bundles : sums;
    const auto count = static_cast<std::uint32_t>(source.clusters());
    forEachResample(options.resamples, options.threads, [&](int begin, int end) {
        std::vector<double> drawn(sums.width());
        for (int resample = begin; resample < end; ++resample) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(resample));
            std::fill(drawn.begin(), drawn.end(), 0.0);
            for (std::uint32_t i = 0; i < count; ++i) {
                const double *mine = source.of(random.below(count)).data();
                for (std::size_t column = 0; column < drawn.size(); ++column)
                    drawn[column] += mine[column];
            }
            for (std::size_t i = 0; i < statistics.size(); ++i)
                resampled[i][static_cast<std::size_t>(resample)] = statistics[i](drawn);
        }
    });
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        const double estimate = statistics[i](total);
        if (!std::isfinite(estimate))
            continue;
        std::optional<double> accelerated;
        if (options.kind == IntervalKind::Bca)
            accelerated = acceleration(jackknife(sums, total, statistics[i]));
        out[i] = intervalFrom(std::move(resampled[i]), estimate, options, accelerated);
        if (out[i])
            out[i]->clusters = static_cast<int>(sums.clusters());
    }
    return out;
}

std::optional<Interval> bootstrapMedian(std::span<const ClusteredValue> values,
                                        std::size_t clusters, const BootstrapOptions &options)
{
    if (values.empty() || clusters < 2 || options.resamples < 1)
        return std::nullopt;
    const ResampledMedian median(values, clusters);
    std::vector<double> resampled(static_cast<std::size_t>(options.resamples));
    const auto count = static_cast<std::uint32_t>(clusters);
    forEachResample(options.resamples, options.threads, [&](int begin, int end) {
        std::vector<std::uint32_t> weights(clusters);
        std::vector<std::uint64_t> scratch;
        for (int resample = begin; resample < end; ++resample) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(resample));
            std::fill(weights.begin(), weights.end(), 0U);
            for (std::uint32_t i = 0; i < count; ++i)
                ++weights[random.below(count)];
            resampled[static_cast<std::size_t>(resample)]
                = median.of(weights, scratch).value_or(notANumber);
        }
    });
    BootstrapOptions plain = options;
    plain.kind = IntervalKind::Percentile;
    auto out = intervalFrom(std::move(resampled), median.estimate(), plain, std::nullopt);
    if (out)
        out->clusters = static_cast<int>(clusters);
    return out;
}

ShareLimits wilsonLimits(double successes, double trials, double confidence)
{
    if (trials <= 0)
        return {};
    const double z = quantile(boost::math::normal(), 1 - (1 - confidence) / 2);
    const double share = successes / trials;
    const double centre = share + z * z / (2 * trials);
    const double reach
        = z * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
    const double scale = 1 + z * z / trials;
    return {std::max(0.0, (centre - reach) / scale), std::min(1.0, (centre + reach) / scale)};
}

} // namespace loupe
