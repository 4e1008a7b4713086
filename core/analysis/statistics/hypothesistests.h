// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Two-sided p of the exact sign test: how often a fair coin shows a split at least as uneven as
/// `positive` to `negative`. Ties are left out before. 1 where there is nothing. With the pairs
/// that differ (rescued, broken) it is the exact McNemar test.
double signTest(int positive, int negative);

/// A p-value from permutations.
struct PermutationTest {
    double statistic = 0.0; ///< the observed one
    double p = 1.0;         ///< two-sided
    int permutations = 0;   ///< that were made
    bool isExact = false;   ///< all there are
};

struct PermutationOptions {
    int permutations = 10000;
    std::uint64_t seed = 1;
    int threads = 0; ///< 0: as many as the machine has
};

/// Paired: under the null each difference might as well have the other sign. The statistic is the
/// mean difference. All sign patterns where there are no more of them than `permutations`, else
/// that many random ones, p = (1 + those at least as extreme) / (1 + permutations) (Phipson and
/// Smyth 2010: never 0). Differences of one task must be averaged before, since they are not
/// independent.
PermutationTest pairedPermutationTest(std::span<const double> differences,
                                      const PermutationOptions &options = {});

/// Two groups of independent values: under the null the labels are exchangeable. The statistic is
/// mean(a) - mean(b). All splits where there are no more than `permutations`, else random ones.
/// `p` is two-sided; `pLess` is the share with a statistic no larger than the observed one.
struct TwoSampleTest : PermutationTest {
    double pLess = 1.0;
};
TwoSampleTest twoSamplePermutationTest(std::span<const double> a, std::span<const double> b,
                                       const PermutationOptions &options = {});

/// Holm's step-down: adjusted p-values in the order given; keeps the chance of any false rejection.
std::vector<double> holm(std::span<const double> p);

/// Benjamini and Hochberg's step-up: adjusted p-values in the order given; keeps the expected share
/// of false ones among the rejections, for independent or positively dependent tests.
std::vector<double> benjaminiHochberg(std::span<const double> p);

} // namespace loupe
