// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: erf as two polynomials,
// both evaluated and blended, so that every lane does the same work.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// exp(x) for -20 <= x <= 0.
inline float expOfNegative(float x)
{
    const float n = std::rint(x * 1.44269504f);
    const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 0.00139505996f;
    p = p * r + 0.00836895407f;
    p = p * r + 0.0416662042f;
    p = p * r + 0.166665183f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    return p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

inline float erfOf(float x)
{
    const float s = x * x;
    float inner = 7.88911787e-05f;
    inner = inner * s - 0.000802084105f;
    inner = inner * s + 0.00518953535f;
    inner = inner * s - 0.0268544446f;
    inner = inner * s + 0.112836002f;
    inner = inner * s - 0.376126271f;
    inner = (inner * s + 1.12837917f) * x;
    // Beyond 1, a polynomial for log(erfc(|x|)); erf is 1 in float from 4 on.
    const float t = std::min(std::abs(x), 4.0f);
    float outer = -2.16893474e-05f;
    outer = outer * t + 0.000441367169f;
    outer = outer * t - 0.00420472105f;
    outer = outer * t + 0.0252087041f;
    outer = outer * t - 0.108419316f;
    outer = outer * t - 0.633219177f;
    outer = outer * t - 1.1295788f;
    outer = outer * t + 0.000188124178f;
    const float saturating = std::copysign(1.0f - expOfNegative(outer), x);
    return t < 1.0f ? inner : saturating;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < count; ++i) {
        const float half = 0.5f * x[i];
        y[i] = half + half * erfOf(x[i] * 0.70710678f);
    }
    return 0;
}
