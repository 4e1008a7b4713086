// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *l = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *x = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t r = loupe_abi::dim(call->inputs[1], 2);
    for (int64_t k = 0; k < batches; ++k) {
        for (int64_t c = 0; c < r; ++c) {
            for (int64_t i = 0; i < n; ++i) {
                float sum = b[(k * n + i) * r + c];
                for (int64_t j = 0; j < i; ++j)
                    sum -= l[(k * n + i) * n + j] * x[(k * n + j) * r + c];
                x[(k * n + i) * r + c] = sum / l[(k * n + i) * n + i];
            }
        }
    }
    return 0;
}
