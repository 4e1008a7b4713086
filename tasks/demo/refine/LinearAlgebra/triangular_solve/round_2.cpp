// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *l = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *__restrict x = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t r = loupe_abi::dim(call->inputs[1], 2);
    for (int64_t k = 0; k < batches; ++k) {
        for (int64_t i = 0; i < n; ++i) {
            float *row = x + (k * n + i) * r;
            for (int64_t c = 0; c < r; ++c)
                row[c] = b[(k * n + i) * r + c];
            for (int64_t j = 0; j < i; ++j) {
                const float factor = l[(k * n + i) * n + j];
                const float *above = x + (k * n + j) * r;
                for (int64_t c = 0; c < r; ++c)
                    row[c] -= factor * above[c];
            }
            const float inverse = 1.0f / l[(k * n + i) * n + i];
            for (int64_t c = 0; c < r; ++c)
                row[c] *= inverse;
        }
    }
    return 0;
}
