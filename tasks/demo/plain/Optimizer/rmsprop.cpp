// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *p = (const float *)call->inputs[0].data;
    const float *g = (const float *)call->inputs[1].data;
    const float *s = (const float *)call->inputs[2].data;
    const float *b = (const float *)call->inputs[3].data;
    float *newP = (float *)call->outputs[0].data;
    float *newS = (float *)call->outputs[1].data;
    float *newB = (float *)call->outputs[2].data;
    const float lr = (float)call->attributes[0];
    const float alpha = (float)call->attributes[1];
    const float momentum = (float)call->attributes[2];
    const float eps = (float)call->attributes[3];
    const int64_t n = call->inputs[0].shape[0];
    for (int64_t i = 0; i < n; ++i) {
        newS[i] = alpha * s[i] + (1.0f - alpha) * g[i] * g[i];
        newB[i] = momentum * b[i] + g[i] / (sqrtf(newS[i]) + eps);
        newP[i] = p[i] - lr * newB[i];
    }
    return 0;
}
