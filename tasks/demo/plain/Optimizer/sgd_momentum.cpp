// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *p = (const float *)call->inputs[0].data;
    const float *grad = (const float *)call->inputs[1].data;
    const float *v = (const float *)call->inputs[2].data;
    float *newP = (float *)call->outputs[0].data;
    float *newV = (float *)call->outputs[1].data;
    const float lr = (float)call->attributes[0];
    const float mu = (float)call->attributes[1];
    const float wd = (float)call->attributes[2];
    const int64_t n = call->inputs[0].shape[0];
    for (int64_t i = 0; i < n; ++i) {
        const float g = grad[i] + wd * p[i];
        newV[i] = mu * v[i] + g;
        newP[i] = p[i] - lr * (g + mu * newV[i]);
    }
    return 0;
}
