// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// A smooth density of a sample at evenly spaced places.
struct KernelDensity {
    double bandwidth = 0.0;
    std::vector<double> at;
    std::vector<double> density; ///< integrates to about 1 where the sample lies within
};

/// Silverman's rule of thumb, 0.9 min(s, IQR / 1.34) n^(-1/5), with the sample's standard deviation
/// s (Silverman, Density Estimation for Statistics and Data Analysis, 1986, eq. 3.31); s alone
/// where the quartiles coincide. 0 where all values are the same.
double silvermanBandwidth(std::span<const double> sorted);

/// Gaussian kernels at `points` places from `from` to `to`, with that bandwidth. The values are
/// first put on a fine grid, each shared out between its two neighbours (linear binning: Wand,
/// Journal of Computational and Graphical Statistics 3, 1994), so that a million cost no more than
/// reading them. None where all values are the same, or the range is empty.
std::optional<KernelDensity> kernelDensity(std::span<const double> sorted, double from, double to,
                                           int points);

} // namespace loupe
