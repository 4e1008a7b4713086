// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const int64_t *index = loupe_abi::input<int64_t>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t m = loupe_abi::dim(call->inputs[1], 1);
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t b = 0; b < rows; ++b)
            y[b * m + i] = x[b * n + index[b * m + i]];
    }
    return 0;
}
