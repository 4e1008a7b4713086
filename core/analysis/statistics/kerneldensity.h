// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Returns the q-quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996,
/// numpy's default). There must be at least one.
double quantileOf(std::span<const double> sorted, double q);

/// A smooth density of a sample at evenly spaced positions.
struct KernelDensity {
    double bandwidth = 0.0;
    std::vector<double> at;
    std::vector<double> density; ///< integrates to about 1 if the sample lies within the range
};

/// Returns Silverman's rule of thumb, 0.9 min(s, IQR / 1.34) n^(-1/5), with the sample's standard
/// deviation s (Silverman, Density Estimation for Statistics and Data Analysis, 1986, eq. 3.31).
/// Uses s alone if the quartiles coincide. Returns 0 if all values are equal.
double silvermanBandwidth(std::span<const double> sorted);

/// Computes the density with Gaussian kernels of Silverman's bandwidth at `points` positions from
/// `from` to `to`. Linear binning on a fine grid limits the cost for many values (Wand, Journal of
/// Computational and Graphical Statistics 3, 1994). Returns nullopt if all values are equal or the
/// range is empty.
std::optional<KernelDensity> kernelDensity(std::span<const double> sorted, double from, double to,
                                           int points);

} // namespace loupe
