// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: blocks of 512 elements; a block whose
// elements are all below 1 needs only the odd polynomial, others blend it with 1 - exp(...).
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

inline float erfBelowOne(float x)
{
    const float s = x * x;
    float p = 7.88911787e-05f;
    p = p * s - 0.000802084105f;
    p = p * s + 0.00518953535f;
    p = p * s - 0.0268544446f;
    p = p * s + 0.112836002f;
    p = p * s - 0.376126271f;
    return (p * s + 1.12837917f) * x;
}

// 1 - exp(q) with q = log(erfc(t)), a polynomial on [0.97, 4].
inline float erfFromOne(float magnitude)
{
    const float t = std::min(magnitude, 4.0f);
    float q = -2.16893474e-05f;
    q = q * t + 0.000441367169f;
    q = q * t - 0.00420472105f;
    q = q * t + 0.0252087041f;
    q = q * t - 0.108419316f;
    q = q * t - 0.633219177f;
    q = q * t - 1.1295788f;
    q = q * t + 0.000188124178f;
    const float n = std::rint(q * 1.44269504f);
    const float r = (q - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 0.00836895407f + 0.00139505996f * r;
    p = p * r + 0.0416662042f;
    p = p * r + 0.166665183f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    return 1.0f - p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    constexpr int64_t block = 512;
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += block) {
        const int64_t end = std::min(begin + block, count);
        int32_t large = 0;
#pragma omp simd reduction(| : large)
        for (int64_t i = begin; i < end; ++i)
            large |= std::abs(x[i]) < 1.0f ? 0 : 1;
#pragma omp simd
        for (int64_t i = begin; i < end; ++i)
            y[i] = erfBelowOne(x[i]);
        if (large == 0)
            continue;
#pragma omp simd
        for (int64_t i = begin; i < end; ++i) {
            const float magnitude = std::abs(x[i]);
            y[i] = magnitude < 1.0f ? y[i] : std::copysign(erfFromOne(magnitude), x[i]);
        }
    }
    return 0;
}
