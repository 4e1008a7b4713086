// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: rows in parallel, exp as a
// polynomial that the compiler vectorises.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// exp(x) = 2^n * exp(r) with |r| <= log(2)/2, for x <= 0 (the row's largest is subtracted).
inline float expOfNonPositive(float x)
{
    const float clamped = std::max(x, -87.0f);
    const float n = std::rint(clamped * 1.44269504f);
    const float r = (clamped - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 0.00139505996f;
    p = p * r + 0.00836895407f;
    p = p * r + 0.0416662042f;
    p = p * r + 0.166665183f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    return p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

void softmaxRow(const float *in, float *out, int64_t columns)
{
    float largest = in[0];
#pragma omp simd reduction(max : largest)
    for (int64_t i = 0; i < columns; ++i)
        largest = std::max(largest, in[i]);
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < columns; ++i) {
        out[i] = expOfNonPositive(in[i] - largest);
        sum += out[i];
    }
    const float scale = 1.0f / sum;
#pragma omp simd
    for (int64_t i = 0; i < columns; ++i)
        out[i] *= scale;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; ++row)
        softmaxRow(x + row * columns, y + row * columns, columns);
    return 0;
}
