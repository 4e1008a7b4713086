// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "loupe_kernel.h"

namespace {

// Right-looking: after each column the rest of the lower triangle is updated row by row. The
// column is kept in `column`, contiguous, so that the inner loop vectorises.
void factorise(float *l, float *column, int64_t n)
{
    for (int64_t j = 0; j < n; ++j) {
        const float inverse = 1.0f / std::sqrt(l[j * n + j]);
        for (int64_t i = j; i < n; ++i)
            l[i * n + j] = column[i] = l[i * n + j] * inverse;
        for (int64_t i = j + 1; i < n; ++i) {
            float *__restrict row = l + i * n;
            const float factor = column[i];
#pragma omp simd
            for (int64_t k = j + 1; k <= i; ++k)
                row[k] -= factor * column[k];
        }
        std::fill(l + j * n + j + 1, l + (j + 1) * n, 0.0f);
    }
}

void subtractScaled(float *__restrict to, const float *__restrict from, float factor, int64_t n)
{
#pragma omp simd
    for (int64_t r = 0; r < n; ++r)
        to[r] -= factor * from[r];
}

void scale(float *row, float factor, int64_t n)
{
#pragma omp simd
    for (int64_t r = 0; r < n; ++r)
        row[r] *= factor;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t sides = dim(call->inputs[1], 2);
#pragma omp parallel for schedule(static)
    for (int64_t batch = 0; batch < batches; ++batch) {
        float *l = output<float>(call, 0) + batch * n * n;
        float *x = output<float>(call, 1) + batch * n * sides;
        std::memcpy(l, input<float>(call, 0) + batch * n * n, sizeof(float) * n * n);
        std::memcpy(x, input<float>(call, 1) + batch * n * sides, sizeof(float) * n * sides);
        float *column = new float[n];
        factorise(l, column, n);
        delete[] column;
        for (int64_t i = 0; i < n; ++i) {
            for (int64_t k = 0; k < i; ++k)
                subtractScaled(x + i * sides, x + k * sides, l[i * n + k], sides);
            scale(x + i * sides, 1.0f / l[i * n + i], sides);
        }
        for (int64_t i = n - 1; i >= 0; --i) {
            scale(x + i * sides, 1.0f / l[i * n + i], sides);
            for (int64_t k = 0; k < i; ++k)
                subtractScaled(x + k * sides, x + i * sides, l[i * n + k], sides);
        }
    }
    return 0;
}
