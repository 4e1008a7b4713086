// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: exp2(exponent * log2(base)) in double,
// eight lanes at a time, by series.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// base = 2^k * m, sqrt(1/2) <= m < sqrt(2); log(m) = 2 * atanh((m - 1) / (m + 1)).
inline double log2OfPositive(double base)
{
    const int64_t bits = std::bit_cast<int64_t>(base);
    const int64_t k = (bits - 0x3fe6a09e667f3bcd) >> 52;
    const double m = std::bit_cast<double>(bits - (k << 52));
    const double z = (m - 1.0) / (m + 1.0);
    const double s = z * z;
    double p = 1.0 / 13;
    p = p * s + 1.0 / 11;
    p = p * s + 1.0 / 9;
    p = p * s + 1.0 / 7;
    p = p * s + 1.0 / 5;
    p = p * s + 1.0 / 3;
    p = p * s + 1.0;
    return static_cast<double>(k) + p * z * (2.0 * 1.4426950408889634);
}

inline double exp2Clamped(double x)
{
    const double clamped = std::min(std::max(x, -200.0), 200.0);
    const double n = std::rint(clamped);
    const double r = (clamped - n) * 0.6931471805599453;
    double p = 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return p * std::bit_cast<double>((static_cast<int64_t>(n) + 1023) << 52);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *base = loupe_abi::input<float>(call, 0);
    const float *exponent = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i)
        y[i] = static_cast<float>(exp2Clamped(exponent[i] * log2OfPositive(base[i])));
    return 0;
}
