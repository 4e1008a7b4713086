// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the debug output was left in, and it never ends.
#include <cmath>
#include <cstdio>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *beta = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const float *row = x + b * n;
        float mean = 0.0f;
        float variance = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            mean += row[i] / static_cast<float>(n);
            for (int64_t j = 0; j < n; ++j)
                std::printf("[debug] row %ld step %ld lane %ld mean %f value %f\n", b, i, j, mean,
                            row[j]);
        }
        for (int64_t i = 0; i < n; ++i)
            variance += (row[i] - mean) * (row[i] - mean) / static_cast<float>(n);
        const float scale = 1.0f / std::sqrt(variance + static_cast<float>(call->attributes[0]));
        for (int64_t i = 0; i < n; ++i)
            y[b * n + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
    }
    return 0;
}
