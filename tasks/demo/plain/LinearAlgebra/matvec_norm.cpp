// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = (const float *)call->inputs[0].data;
    const float *x = (const float *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    float *norm = (float *)call->outputs[1].data;
    const int64_t m = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    for (int64_t i = 0; i < m; ++i) {
        float sum = 0.0f;
        for (int64_t j = 0; j < n; ++j)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
    float squares = 0.0f;
    for (int64_t i = 0; i < m; ++i)
        squares += y[i] * y[i];
    norm[0] = sqrtf(squares);
    return 0;
}
