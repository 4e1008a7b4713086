// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = (const float *)call->inputs[0].data;
    const float *b = (const float *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t m = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    const int64_t p = call->inputs[1].shape[0];
    const int64_t q = call->inputs[1].shape[1];
    for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
            for (int64_t k = 0; k < p; ++k)
                for (int64_t l = 0; l < q; ++l)
                    y[(i * p + k) * n * q + j * q + l] = a[i * n + j] * b[k * q + l];
    return 0;
}
