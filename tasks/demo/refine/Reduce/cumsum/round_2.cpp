// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const int64_t half = n / 2;
    for (int64_t b = 0; b < rows; ++b) {
        float left = 0.0f;
        float right = 0.0f;
        for (int64_t i = 0; i < half; ++i) {
            y[b * n + i] = left += x[b * n + i];
            y[b * n + half + i] = right += x[b * n + half + i];
        }
        if (n % 2 == 1)
            y[b * n + n - 1] = right + x[b * n + n - 1];
    }
    return 0;
}
