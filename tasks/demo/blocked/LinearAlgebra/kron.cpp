// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

// Writes each output row once, front to back, as scaled copies of one row of b.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t p = dim(call->inputs[1], 0);
    const int64_t q = dim(call->inputs[1], 1);
    const int64_t rows = dim(call->outputs[0], 0);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; ++row) {
        const float *__restrict a = input<float>(call, 0) + (row / p) * n;
        const float *__restrict b = input<float>(call, 1) + (row % p) * q;
        float *__restrict y = output<float>(call, 0) + row * n * q;
        for (int64_t j = 0; j < n; ++j) {
            const float factor = a[j];
#pragma omp simd
            for (int64_t l = 0; l < q; ++l)
                y[j * q + l] = factor * b[l];
        }
    }
    return 0;
}
