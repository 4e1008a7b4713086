// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Returns the two-sided p of the exact sign test: how often a fair coin gives a split at least as
/// uneven as `positive` to `negative`. Ties must be excluded before. Returns 1 without data. Over
/// the pairs that differ (rescued, broken), it is the exact McNemar test.
double signTest(int positive, int negative);

/// A p-value from permutations.
struct PermutationTest {
    double statistic = 0.0; ///< the observed one
    double p = 1.0;         ///< two-sided
    int permutations = 0;   ///< number of permutations made
    bool isExact = false;   ///< all permutations were made
};

struct PermutationOptions {
    int permutations = 10000;
    std::uint64_t seed = 1;
    int threads = 0; ///< 0: one per processor of the machine
};

/// Tests paired differences; under the null hypothesis, each sign is random. The statistic is the
/// mean difference. Uses all sign patterns if there are at most `permutations`, else random ones.
/// For these, p = (1 + those at least as extreme) / (1 + permutations), which is never 0 (Phipson
/// and Smyth 2010). Differences of one task must be averaged before, because they are not
/// independent.
PermutationTest pairedPermutationTest(std::span<const double> differences,
                                      const PermutationOptions &options = {});

/// Tests two groups of independent values; under the null hypothesis, labels are exchangeable. The
/// statistic is mean(a) - mean(b). Uses all splits if there are at most `permutations`, else random
/// ones. `p` is two-sided; `pLess` is the share with a statistic no larger than the observed one.
struct TwoSampleTest : PermutationTest {
    double pLess = 1.0;
};
TwoSampleTest twoSamplePermutationTest(std::span<const double> a, std::span<const double> b,
                                       const PermutationOptions &options = {});

/// Returns p-values adjusted by Holm's step-down method, in input order. It controls the
/// family-wise error rate.
std::vector<double> holm(std::span<const double> p);

/// Returns p-values adjusted by Benjamini and Hochberg's step-up method, in input order. It
/// controls the false discovery rate for independent or positively dependent tests.
std::vector<double> benjaminiHochberg(std::span<const double> p);

} // namespace loupe
