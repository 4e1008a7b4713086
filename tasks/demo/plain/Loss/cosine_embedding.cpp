// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x1 = (const float *)call->inputs[0].data;
    const float *x2 = (const float *)call->inputs[1].data;
    const bool *similar = (const bool *)call->inputs[2].data;
    float *row = (float *)call->outputs[0].data;
    float *loss = (float *)call->outputs[1].data;
    const float margin = (float)call->attributes[0];
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    float total = 0.0f;
    for (int64_t i = 0; i < b; ++i) {
        float dot = 0.0f;
        float norm1 = 0.0f;
        float norm2 = 0.0f;
        for (int64_t j = 0; j < n; ++j) {
            dot += x1[i * n + j] * x2[i * n + j];
            norm1 += x1[i * n + j] * x1[i * n + j];
            norm2 += x2[i * n + j] * x2[i * n + j];
        }
        const float cosine = dot / fmaxf(sqrtf(norm1) * sqrtf(norm2), 1e-8f);
        row[i] = similar[i] ? 1.0f - cosine : fmaxf(0.0f, cosine - margin);
        total += row[i];
    }
    loss[0] = total / (float)b;
    return 0;
}
