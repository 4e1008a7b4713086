// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes b as if it were not transposed.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *c = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t k = loupe_abi::dim(call->inputs[0], 1);
    const int64_t n = loupe_abi::dim(call->inputs[1], 0);
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
            float sum = 0.0f;
            for (int64_t p = 0; p < k; ++p)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
    }
    return 0;
}
