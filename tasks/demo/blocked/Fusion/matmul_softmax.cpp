// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: a row is multiplied, exponentiated and
// scaled while it is in cache; two rows of b are added per pass over it.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// exp(x) = 2^n * exp(r) with |r| <= log(2)/2, for x <= 0.
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

void multiplyRow(const float *a, const float *b, float *row, int64_t depth, int64_t columns,
                 float scale)
{
    std::fill_n(row, columns, 0.0f);
    int64_t k = 0;
    for (; k + 2 <= depth; k += 2) {
        const float first = a[k] * scale;
        const float second = a[k + 1] * scale;
        const float *pair = b + k * columns;
#pragma omp simd
        for (int64_t j = 0; j < columns; ++j)
            row[j] += first * pair[j] + second * pair[columns + j];
    }
    for (; k < depth; ++k) {
        const float last = a[k] * scale;
#pragma omp simd
        for (int64_t j = 0; j < columns; ++j)
            row[j] += last * b[k * columns + j];
    }
}

void softmaxInPlace(float *row, int64_t columns)
{
    float largest = row[0];
#pragma omp simd reduction(max : largest)
    for (int64_t j = 0; j < columns; ++j)
        largest = std::max(largest, row[j]);
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t j = 0; j < columns; ++j) {
        row[j] = expOfNonPositive(row[j] - largest);
        sum += row[j];
    }
    const float inverse = 1.0f / sum;
#pragma omp simd
    for (int64_t j = 0; j < columns; ++j)
        row[j] *= inverse;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const float scale = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 1);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < rows; ++i) {
        multiplyRow(a + i * depth, b, y + i * columns, depth, columns, scale);
        softmaxInPlace(y + i * columns, columns);
    }
    return 0;
}
