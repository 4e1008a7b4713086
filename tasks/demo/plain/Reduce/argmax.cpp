// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    int64_t *index = (int64_t *)call->outputs[0].data;
    float *value = (float *)call->outputs[1].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    for (int64_t row = 0; row < b; ++row) {
        index[row] = 0;
        value[row] = x[row * n];
        for (int64_t i = 1; i < n; ++i) {
            if (x[row * n + i] > value[row]) {
                value[row] = x[row * n + i];
                index[row] = i;
            }
        }
    }
    return 0;
}
