// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: range reduction and a polynomial that
// the compiler vectorises.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

inline float powerOfTwo(int32_t n)
{
    return std::bit_cast<float>((n + 127) << 23);
}

// exp(x) = 2^n * exp(r) with |r| <= log(2)/2; 2^n in two factors, so that results at both ends of
// the range of float overflow and underflow as they should.
inline float vectorExp(float x)
{
    const float clamped = std::min(std::max(x, -104.0f), 89.0f);
    const float n = std::rint(clamped * 1.44269504f);
    const float r = (clamped - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 0.00139505996f;
    p = p * r + 0.00836895407f;
    p = p * r + 0.0416662042f;
    p = p * r + 0.166665183f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    const int32_t exponent = static_cast<int32_t>(n);
    const int32_t half = exponent >> 1;
    const float result = p * powerOfTwo(half) * powerOfTwo(exponent - half);
    return x == x ? result : x;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i)
        y[i] = vectorExp(x[i]);
    return 0;
}
