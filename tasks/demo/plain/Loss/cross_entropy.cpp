// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *logits = (const float *)call->inputs[0].data;
    const int64_t *target = (const int64_t *)call->inputs[1].data;
    float *row = (float *)call->outputs[0].data;
    float *loss = (float *)call->outputs[1].data;
    const float s = (float)call->attributes[0];
    const int64_t b = call->inputs[0].shape[0];
    const int64_t c = call->inputs[0].shape[1];
    float total = 0.0f;
    for (int64_t i = 0; i < b; ++i) {
        const float *x = logits + i * c;
        float largest = x[0];
        for (int64_t j = 1; j < c; ++j)
            largest = fmaxf(largest, x[j]);
        float sum = 0.0f;
        for (int64_t j = 0; j < c; ++j)
            sum += expf(x[j] - largest);
        const float lse = largest + logf(sum);
        float smooth = 0.0f;
        for (int64_t j = 0; j < c; ++j)
            smooth += lse - x[j];
        row[i] = (1.0f - s) * (lse - x[target[i]]) + s * smooth / (float)c;
        total += row[i];
    }
    loss[0] = total / (float)b;
    return 0;
}
