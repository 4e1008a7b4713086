// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes the first half for the gates.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->outputs[0], 0);
    const int64_t n = loupe_abi::dim(call->outputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        for (int64_t i = 0; i < n; ++i) {
            const float gate = x[b * 2 * n + i] + bias[i];
            const float value = x[b * 2 * n + n + i] + bias[n + i];
            y[b * n + i] = value * gate / (1.0f + std::exp(-gate));
        }
    }
    return 0;
}
