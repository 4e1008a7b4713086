// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *weight = (const float *)call->inputs[0].data;
    const int64_t *index = (const int64_t *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t padding = (int64_t)call->attributes[0];
    const int64_t d = call->inputs[0].shape[1];
    const int64_t t = call->inputs[1].shape[0];
    for (int64_t i = 0; i < t; ++i) {
        for (int64_t j = 0; j < d; ++j) {
            if (index[i] == padding)
                y[i * d + j] = 0.0f;
            else
                y[i * d + j] = weight[index[i] * d + j];
        }
    }
    return 0;
}
