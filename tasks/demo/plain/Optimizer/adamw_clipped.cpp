// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *p = (const float *)call->inputs[0].data;
    const float *grad = (const float *)call->inputs[1].data;
    const float *m = (const float *)call->inputs[2].data;
    const float *v = (const float *)call->inputs[3].data;
    float *newP = (float *)call->outputs[0].data;
    float *newM = (float *)call->outputs[1].data;
    float *newV = (float *)call->outputs[2].data;
    float *norm = (float *)call->outputs[3].data;
    const float lr = (float)call->attributes[0];
    const float beta1 = (float)call->attributes[1];
    const float beta2 = (float)call->attributes[2];
    const float eps = (float)call->attributes[3];
    const float wd = (float)call->attributes[4];
    const float step = (float)call->attributes[5];
    const float maxNorm = (float)call->attributes[6];
    const int64_t n = call->inputs[0].shape[0];
    float squares = 0.0f;
    for (int64_t i = 0; i < n; ++i)
        squares += grad[i] * grad[i];
    norm[0] = sqrtf(squares);
    const float clip = fminf(1.0f, maxNorm / (norm[0] + 1e-6f));
    for (int64_t i = 0; i < n; ++i) {
        const float g = clip * grad[i];
        newM[i] = beta1 * m[i] + (1.0f - beta1) * g;
        newV[i] = beta2 * v[i] + (1.0f - beta2) * g * g;
        const float mHat = newM[i] / (1.0f - powf(beta1, step));
        const float vHat = newV[i] / (1.0f - powf(beta2, step));
        newP[i] = p[i] * (1.0f - lr * wd) - lr * mHat / (sqrtf(vHat) + eps);
    }
    return 0;
}
