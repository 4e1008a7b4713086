// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: one output row per iteration, rows in
// parallel; a row of a stays in cache for all rows of its plane.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t planes = loupe_abi::dim(call->outputs[0], 0);
    const int64_t rows = loupe_abi::dim(call->outputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->outputs[0], 2);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t i = 0; i < planes; ++i)
        for (int64_t j = 0; j < rows; ++j) {
            const float *in = a + i * columns;
            float *out = y + (i * rows + j) * columns;
            const float addend = b[j];
#pragma omp simd
            for (int64_t k = 0; k < columns; ++k)
                out[k] = in[k] + addend;
        }
    return 0;
}
