// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    const int64_t *index = (const int64_t *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t n = call->inputs[0].shape[1];
    const int64_t m = call->inputs[1].shape[1];
    const int64_t total = call->inputs[1].shape[0] * m;
    for (int64_t flat = 0; flat < total; ++flat)
        y[flat] = x[(flat / m) * n + index[flat]];
    return 0;
}
