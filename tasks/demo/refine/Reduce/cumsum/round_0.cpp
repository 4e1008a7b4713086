// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    // The scan of a GPU: in step d every element adds the one d places to its left.
    for (int64_t b = 0; b < rows; ++b) {
        std::vector<float> sums(x + b * n, x + (b + 1) * n);
        for (int64_t d = 1; d < n; d *= 2) {
            const std::vector<float> before = sums;
            for (int64_t i = d; i < n; ++i)
                sums[i] = before[i] + before[i - d];
        }
        for (int64_t i = 0; i < n; ++i)
            y[b * n + i] = sums[i];
    }
    return 0;
}
