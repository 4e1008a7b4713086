// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: addition and sum share a pass; rows in
// parallel, each vectorised and in cache from start to end.
#include <cmath>

#include "loupe_kernel.h"

namespace {

void normalizeRow(const float *x, const float *residual, const float *gamma, const float *beta,
                  float *y, int64_t columns, float epsilon)
{
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < columns; ++i) {
        const float z = x[i] + residual[i];
        y[i] = z;
        sum += z;
    }
    const float mean = sum / static_cast<float>(columns);
    float squares = 0.0f;
#pragma omp simd reduction(+ : squares)
    for (int64_t i = 0; i < columns; ++i) {
        y[i] -= mean;
        squares += y[i] * y[i];
    }
    const float scale = 1.0f / std::sqrt(squares / static_cast<float>(columns) + epsilon);
#pragma omp simd
    for (int64_t i = 0; i < columns; ++i)
        y[i] = y[i] * scale * gamma[i] + beta[i];
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *residual = loupe_abi::input<float>(call, 1);
    const float *gamma = loupe_abi::input<float>(call, 2);
    const float *beta = loupe_abi::input<float>(call, 3);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; ++row) {
        const int64_t first = row * columns;
        normalizeRow(x + first, residual + first, gamma, beta, y + first, columns, epsilon);
    }
    return 0;
}
