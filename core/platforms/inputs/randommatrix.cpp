// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/randommatrix.h"

#include <cmath>

#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace loupe {

namespace {

using Vector = std::vector<double>;

Vector randomDirection(std::size_t n, RandomEngine &engine)
{
    boost::random::normal_distribution<double> normal;
    Vector v(n);
    double squares = 0.0;
    while (squares == 0.0) {
        squares = 0.0;
        for (double &x : v) {
            x = normal(engine);
            squares += x * x;
        }
    }
    for (double &x : v)
        x /= std::sqrt(squares);
    return v;
}

/// a := (I - 2 v vᵀ) a
void reflectRows(Vector &a, const Vector &v)
{
    const std::size_t n = v.size();
    Vector projection(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            projection[j] += v[i] * a[i * n + j];
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            a[i * n + j] -= 2.0 * v[i] * projection[j];
    }
}

/// a := a (I - 2 v vᵀ)
void reflectColumns(Vector &a, const Vector &v)
{
    const std::size_t n = v.size();
    for (std::size_t i = 0; i < n; ++i) {
        double projection = 0.0;
        for (std::size_t j = 0; j < n; ++j)
            projection += a[i * n + j] * v[j];
        for (std::size_t j = 0; j < n; ++j)
            a[i * n + j] -= 2.0 * projection * v[j];
    }
}

Vector logUniformDiagonal(std::size_t n, double low, double high, RandomEngine &engine)
{
    boost::random::uniform_real_distribution<double> exponent(std::log(low), std::log(high));
    Vector a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        a[i * n + i] = std::exp(exponent(engine));
    return a;
}

constexpr int reflections = 3;

} // namespace

std::vector<double> randomSpd(std::size_t n, RandomEngine &engine)
{
    Vector a = logUniformDiagonal(n, 0.1, 10.0, engine);
    for (int k = 0; k < reflections; ++k) {
        const Vector v = randomDirection(n, engine);
        reflectRows(a, v);
        reflectColumns(a, v);
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            a[i * n + j] = a[j * n + i] = 0.5 * (a[i * n + j] + a[j * n + i]);
    }
    return a;
}

std::vector<double> randomWellConditioned(std::size_t n, RandomEngine &engine)
{
    Vector a = logUniformDiagonal(n, 0.3, 3.0, engine);
    for (int k = 0; k < reflections; ++k) {
        reflectRows(a, randomDirection(n, engine));
        reflectColumns(a, randomDirection(n, engine));
    }
    return a;
}

std::vector<double> randomLowerTriangular(std::size_t n, RandomEngine &engine)
{
    boost::random::uniform_real_distribution<double> diagonal(0.75, 1.25);
    boost::random::normal_distribution<double> below(0.0, 1.0 / std::sqrt(static_cast<double>(n)));
    Vector a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            a[i * n + j] = below(engine);
        a[i * n + i] = diagonal(engine);
    }
    return a;
}

} // namespace loupe
