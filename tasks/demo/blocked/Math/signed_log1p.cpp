// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: logarithm by exponent extraction and a
// polynomial, with the rounding of 1 + |x| put back.
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

inline float log1pOfNonNegative(float x)
{
    const float u = 1.0f + x;
    const float lost = x < 1.0f ? x - (u - 1.0f) : 1.0f - (u - x);
    // u = 2^k * m with sqrt(1/2) <= m < sqrt(2).
    const int32_t bits = std::bit_cast<int32_t>(u);
    const int32_t k = (bits - 0x3f3504f3) >> 23;
    const float f = std::bit_cast<float>(bits - (k << 23)) - 1.0f;
    float p = -0.0785951585f;
    p = p * f + 0.128816216f;
    p = p * f - 0.131287783f;
    p = p * f + 0.141811968f;
    p = p * f - 0.166245522f;
    p = p * f + 0.20002286f;
    p = p * f - 0.250008105f;
    p = p * f + 0.333333167f;
    const float exponent = static_cast<float>(k);
    const float tail = f * f * (f * p - 0.5f) + (lost / u - exponent * 2.12194440e-4f);
    const float result = f + tail + exponent * 0.693359375f;
    return u <= 3.40282347e+38f ? result : u;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i)
        y[i] = std::copysign(log1pOfNonNegative(std::abs(x[i])), x[i]);
    return 0;
}
