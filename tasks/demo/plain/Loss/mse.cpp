// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *prediction = (const float *)call->inputs[0].data;
    const float *target = (const float *)call->inputs[1].data;
    float *row = (float *)call->outputs[0].data;
    float *loss = (float *)call->outputs[1].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    loss[0] = 0.0f;
    for (int64_t i = 0; i < b; ++i) {
        row[i] = 0.0f;
        for (int64_t j = 0; j < n; ++j) {
            const float d = prediction[i * n + j] - target[i * n + j];
            row[i] += d * d;
        }
        row[i] /= (float)n;
        loss[0] += row[i];
    }
    loss[0] /= (float)b;
    return 0;
}
