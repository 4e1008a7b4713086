// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: each row of w, loaded once, serves a
// block of four rows of x; the activation is applied to the sums while they are in registers.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

namespace {

float gelu(float z)
{
    return 0.5f * z * (1.0f + std::erf(z * 0.70710678f));
}

void dotFourRows(const float *x, const float *w, int64_t depth, float *sums)
{
    float s0 = 0.0f;
    float s1 = 0.0f;
    float s2 = 0.0f;
    float s3 = 0.0f;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (int64_t k = 0; k < depth; ++k) {
        s0 += x[k] * w[k];
        s1 += x[depth + k] * w[k];
        s2 += x[2 * depth + k] * w[k];
        s3 += x[3 * depth + k] * w[k];
    }
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}

float dotOneRow(const float *x, const float *w, int64_t depth)
{
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t k = 0; k < depth; ++k)
        sum += x[k] * w[k];
    return sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 0);
    constexpr int64_t block = 4;
#pragma omp parallel for schedule(static)
    for (int64_t first = 0; first < rows; first += block) {
        const int64_t count = std::min(block, rows - first);
        for (int64_t j = 0; j < columns; ++j) {
            float sums[block];
            if (count == block) {
                dotFourRows(x + first * depth, w + j * depth, depth, sums);
            } else {
                for (int64_t i = 0; i < count; ++i)
                    sums[i] = dotOneRow(x + (first + i) * depth, w + j * depth, depth);
            }
            for (int64_t i = 0; i < count; ++i)
                y[(first + i) * columns + j] = gelu(sums[i] + bias[j]);
        }
    }
    return 0;
}
