// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *__restrict c = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t k = loupe_abi::dim(call->inputs[0], 1);
    const int64_t n = loupe_abi::dim(call->inputs[1], 1);
    for (int64_t i = 0; i < m * n; ++i)
        c[i] = 0.0f;
    // Four steps of the sum at once: each row of c is loaded and stored a quarter as often.
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t p = 0; p + 4 <= k; p += 4) {
            const float *x = a + i * k + p;
            const float *y = b + p * n;
            for (int64_t j = 0; j < n; ++j)
                c[i * n + j]
                    += x[0] * y[j] + x[1] * y[n + j] + x[2] * y[2 * n + j] + x[3] * y[3 * n + j];
        }
    }
    return 0;
}
