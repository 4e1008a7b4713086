// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/hypothesistests.h"

#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/randomstream.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>

namespace loupe {

namespace {

/// Sums of the same values in another order differ in the last bits, but count as equal.
constexpr double roundingSlack = 1e-12;

double meanOfAll(std::span<const double> values)
{
    return values.empty()
        ? 0.0
        : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double magnitudeOf(std::span<const double> values)
{
    double out = 0;
    for (const double each : values)
        out += std::abs(each);
    return out;
}

std::vector<std::size_t> ascending(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order;
}

/// Returns C(n, k), or any value above `most` if it is larger.
double splitsUpTo(std::size_t n, std::size_t k, double most)
{
    double out = 1;
    for (std::size_t i = 1; i <= std::min(k, n - k) && out <= most; ++i)
        out *= static_cast<double>(n - i + 1) / static_cast<double>(i);
    return out;
}

struct Extremes {
    std::int64_t twoSided = 0;
    std::int64_t less = 0;
};

/// Counts over every split with `inA` of the values in "a".
Extremes countAllSplits(const std::vector<double> &values, std::size_t inA, double observed,
                        double slack, int &splits)
{
    std::vector<bool> isA(values.size());
    std::fill(isA.begin(), isA.begin() + static_cast<std::ptrdiff_t>(inA), true);
    const double total = std::accumulate(values.begin(), values.end(), 0.0);
    const double restCount = static_cast<double>(values.size() - inA);
    Extremes out;
    do {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            sum += isA[i] ? values[i] : 0;
        const double statistic = sum / static_cast<double>(inA) - (total - sum) / restCount;
        out.twoSided += std::abs(statistic) >= std::abs(observed) - slack ? 1 : 0;
        out.less += statistic <= observed + slack ? 1 : 0;
        ++splits;
    } while (std::prev_permutation(isA.begin(), isA.end()));
    return out;
}

} // namespace

double signTest(int positive, int negative)
{
    const int n = positive + negative;
    if (n <= 0)
        return 1.0;
    const boost::math::binomial_distribution<> fair(n, 0.5);
    return std::min(1.0, 2 * cdf(fair, std::min(positive, negative)));
}

PermutationTest pairedPermutationTest(std::span<const double> differences,
                                      const PermutationOptions &options)
{
    PermutationTest out;
    out.statistic = meanOfAll(differences);
    if (differences.empty())
        return out;
    const double slack = magnitudeOf(differences) * roundingSlack;
    const double observed = std::abs(out.statistic) * static_cast<double>(differences.size());
    constexpr std::size_t maxBits = 30;
    out.isExact = differences.size() <= maxBits
        && (std::int64_t{1} << differences.size()) <= options.permutations;
    out.permutations = out.isExact ? 1 << differences.size() : options.permutations;
    std::atomic<std::int64_t> extreme = 0;
    forEachResample(out.permutations, options.threads, [&](int begin, int end) {
        std::int64_t mine = 0;
        for (int permutation = begin; permutation < end; ++permutation) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(permutation));
            std::uint64_t bits = out.isExact ? static_cast<std::uint64_t>(permutation) : 0;
            double sum = 0;
            for (std::size_t i = 0; i < differences.size(); ++i) {
                if (!out.isExact && i % 64 == 0)
                    bits = random.next();
                sum += (bits & 1U) != 0 ? differences[i] : -differences[i];
                bits >>= 1U;
            }
            mine += std::abs(sum) >= observed - slack ? 1 : 0;
        }
        extreme += mine;
    });
    const double count = static_cast<double>(extreme.load());
    out.p = out.isExact ? count / out.permutations : (1 + count) / (1 + out.permutations);
    return out;
}

TwoSampleTest twoSamplePermutationTest(std::span<const double> a, std::span<const double> b,
                                       const PermutationOptions &options)
{
    TwoSampleTest out;
    if (a.empty() || b.empty())
        return out;
    out.statistic = meanOfAll(a) - meanOfAll(b);
    std::vector<double> values(a.begin(), a.end());
    values.insert(values.end(), b.begin(), b.end());
    const double slack = magnitudeOf(values) * roundingSlack;
    if (splitsUpTo(values.size(), a.size(), options.permutations) <= options.permutations) {
        const Extremes found
            = countAllSplits(values, a.size(), out.statistic, slack, out.permutations);
        out.isExact = true;
        out.p = static_cast<double>(found.twoSided) / out.permutations;
        out.pLess = static_cast<double>(found.less) / out.permutations;
        return out;
    }
    out.permutations = options.permutations;
    const double total = std::accumulate(values.begin(), values.end(), 0.0);
    const auto inA = static_cast<double>(a.size());
    const auto inB = static_cast<double>(b.size());
    std::atomic<std::int64_t> twoSided = 0;
    std::atomic<std::int64_t> less = 0;
    forEachResample(out.permutations, options.threads, [&](int begin, int end) {
        std::vector<double> shuffled = values;
        for (int permutation = begin; permutation < end; ++permutation) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(permutation));
            shuffled = values; // makes the result independent of previous permutations
            double sum = 0;
            for (std::size_t i = 0; i < a.size(); ++i) {
                const auto left = static_cast<std::uint32_t>(shuffled.size() - i);
                std::swap(shuffled[i], shuffled[i + random.below(left)]);
                sum += shuffled[i];
            }
            const double statistic = sum / inA - (total - sum) / inB;
            twoSided += std::abs(statistic) >= std::abs(out.statistic) - slack ? 1 : 0;
            less += statistic <= out.statistic + slack ? 1 : 0;
        }
    });
    out.p = static_cast<double>(1 + twoSided.load()) / (1 + out.permutations);
    out.pLess = static_cast<double>(1 + less.load()) / (1 + out.permutations);
    return out;
}

std::vector<double> holm(std::span<const double> p)
{
    std::vector<double> out(p.size());
    double largest = 0;
    std::size_t left = p.size();
    for (const std::size_t i : ascending(p)) {
        largest = std::max(largest, std::min(1.0, p[i] * static_cast<double>(left--)));
        out[i] = largest;
    }
    return out;
}

std::vector<double> benjaminiHochberg(std::span<const double> p)
{
    std::vector<double> out(p.size());
    std::vector<std::size_t> order = ascending(p);
    double least = 1;
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const std::size_t i = order[rank - 1];
        least = std::min(least, p[i] * static_cast<double>(p.size()) / static_cast<double>(rank));
        out[i] = least;
    }
    return out;
}

} // namespace loupe
