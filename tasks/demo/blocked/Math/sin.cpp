// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: reduction modulo pi in three parts and
// an odd polynomial; blocks with an argument above 10000 take the library's sine.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// sin(x) = (-1)^n * sin(r), r = x - n * pi. The first two parts of pi have so few bits that their
// products with n are exact.
inline float reducedSin(float x)
{
    const float n = std::rint(x * 0.318309886f);
    float r = x - n * 3.140625f;
    r = r - n * 9.67502593994140625e-4f;
    r = r - n * 1.50995799e-7f;
    const float s = r * r;
    float p = 2.60864562e-06f;
    p = p * s - 0.000198109936f;
    p = p * s + 0.00833308671f;
    p = p * s - 0.166666604f;
    const float value = r + r * s * p;
    return (static_cast<int32_t>(n) & 1) != 0 ? -value : value;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    constexpr int64_t block = 1024;
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += block) {
        const int64_t end = std::min(begin + block, count);
        int32_t outside = 0;
#pragma omp simd reduction(| : outside)
        for (int64_t i = begin; i < end; ++i)
            outside |= std::abs(x[i]) <= 10000.0f ? 0 : 1;
        if (outside != 0) {
            for (int64_t i = begin; i < end; ++i)
                y[i] = std::sin(x[i]);
            continue;
        }
#pragma omp simd
        for (int64_t i = begin; i < end; ++i)
            y[i] = reducedSin(x[i]);
    }
    return 0;
}
