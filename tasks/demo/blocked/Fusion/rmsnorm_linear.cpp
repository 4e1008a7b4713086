// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: a row is multiplied by gamma once; its
// root mean square divides the four dot products at a time at the end.
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

namespace {

// row = x * gamma; returns 1 / root mean square of x.
float scaleRow(const float *x, const float *gamma, float *row, int64_t depth, float epsilon)
{
    float squares = 0.0f;
#pragma omp simd reduction(+ : squares)
    for (int64_t k = 0; k < depth; ++k) {
        row[k] = x[k] * gamma[k];
        squares += x[k] * x[k];
    }
    return 1.0f / std::sqrt(squares / static_cast<float>(depth) + epsilon);
}

// The products of the row with up to four rows of w; missing ones repeat the first.
void dotUpToFour(const float *row, const float *w, int64_t depth, int64_t count, float factor,
                 float *y)
{
    const float *w1 = count > 1 ? w + depth : w;
    const float *w2 = count > 2 ? w + 2 * depth : w;
    const float *w3 = count > 3 ? w + 3 * depth : w;
    float s0 = 0.0f;
    float s1 = 0.0f;
    float s2 = 0.0f;
    float s3 = 0.0f;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (int64_t k = 0; k < depth; ++k) {
        s0 += row[k] * w[k];
        s1 += row[k] * w1[k];
        s2 += row[k] * w2[k];
        s3 += row[k] * w3[k];
    }
    const float sums[4] = {s0, s1, s2, s3};
    for (int64_t j = 0; j < count && j < 4; ++j)
        y[j] = sums[j] * factor;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *w = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[2], 0);
#pragma omp parallel
    {
        std::vector<float> row(static_cast<size_t>(depth));
#pragma omp for schedule(static)
        for (int64_t i = 0; i < rows; ++i) {
            const float factor = scaleRow(x + i * depth, gamma, row.data(), depth, epsilon);
            for (int64_t j = 0; j < columns; j += 4)
                dotUpToFour(row.data(), w + j * depth, depth, columns - j, factor,
                            y + i * columns + j);
        }
    }
    return 0;
}
