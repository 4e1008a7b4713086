// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *prediction = (const float *)call->inputs[0].data;
    const float *target = (const float *)call->inputs[1].data;
    float *row = (float *)call->outputs[0].data;
    const float beta = (float)call->attributes[0];
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    for (int64_t i = 0; i < b; ++i) {
        float sum = 0.0f;
        for (int64_t j = 0; j < n; ++j) {
            const float d = fabsf(prediction[i * n + j] - target[i * n + j]);
            if (d < beta)
                sum += 0.5f * d * d / beta;
            else
                sum += d - 0.5f * beta;
        }
        row[i] = sum;
    }
    return 0;
}
