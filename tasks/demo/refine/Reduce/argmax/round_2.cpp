// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    int32_t *index = loupe_abi::output<int32_t>(call, 0);
    float *value = loupe_abi::output<float>(call, 1);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        int32_t best = 0;
        for (int32_t i = 1; i < n; ++i) {
            if (x[b * n + i] > x[b * n + best])
                best = i;
        }
        index[b] = best;
        value[b] = x[b * n + best];
    }
    return 0;
}
