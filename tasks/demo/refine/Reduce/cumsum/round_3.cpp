// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    // Rows do not depend on each other: four chains of additions at the same time.
    int64_t b = 0;
    for (; b + 4 <= rows; b += 4) {
        float sums[4] = {};
        for (int64_t i = 0; i < n; ++i) {
            for (int64_t r = 0; r < 4; ++r) {
                sums[r] += x[(b + r) * n + i];
                y[(b + r) * n + i] = sums[r];
            }
        }
    }
    for (; b < rows; ++b) {
        float sum = 0.0f;
        for (int64_t i = 0; i < n; ++i)
            y[b * n + i] = sum += x[b * n + i];
    }
    return 0;
}
