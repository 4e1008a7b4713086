// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <boost/random/mersenne_twister.hpp>

namespace loupe {

using RandomEngine = boost::random::mt19937_64;

/// Returns a row-major n × n matrix of known condition: a diagonal of chosen singular values
/// between random reflections.
std::vector<double> randomSpd(std::size_t n, RandomEngine &engine); ///< eigenvalues 0.1 to 10
std::vector<double> randomWellConditioned(std::size_t n, RandomEngine &engine); ///< σ 0.3 to 3
/// Returns a lower triangular matrix with a small inverse: diagonal 0.75 to 1.25, below it N(0,
/// 1/n).
std::vector<double> randomLowerTriangular(std::size_t n, RandomEngine &engine);

} // namespace loupe
