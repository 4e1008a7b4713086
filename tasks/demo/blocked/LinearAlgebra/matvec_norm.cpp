// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

// Four rows share each load of x; the squares are summed while y is still in registers.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t group = 4;
    const float *__restrict x = input<float>(call, 1);
    float *__restrict y = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    float squares = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : squares)
    for (int64_t i = 0; i < rows; i += group) {
        // In a last group of fewer rows the spare sums repeat its last row and are dropped.
        const int64_t count = std::min(group, rows - i);
        const float *a = input<float>(call, 0) + i * columns;
        const float *__restrict a1 = a + std::min<int64_t>(1, count - 1) * columns;
        const float *__restrict a2 = a + std::min<int64_t>(2, count - 1) * columns;
        const float *__restrict a3 = a + std::min<int64_t>(3, count - 1) * columns;
        float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
        for (int64_t j = 0; j < columns; ++j) {
            s0 += a[j] * x[j];
            s1 += a1[j] * x[j];
            s2 += a2[j] * x[j];
            s3 += a3[j] * x[j];
        }
        const float sums[group] = {s0, s1, s2, s3};
        for (int64_t k = 0; k < count; ++k) {
            y[i + k] = sums[k];
            squares += sums[k] * sums[k];
        }
    }
    *output<float>(call, 1) = std::sqrt(squares);
    return 0;
}
