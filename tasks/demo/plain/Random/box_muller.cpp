// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *u1 = (const float *)call->inputs[0].data;
    const float *u2 = (const float *)call->inputs[1].data;
    float *z0 = (float *)call->outputs[0].data;
    float *z1 = (float *)call->outputs[1].data;
    const int64_t n = call->inputs[0].shape[0];
    for (int64_t i = 0; i < n; ++i) {
        const float r = sqrtf(-2.0f * logf(u1[i]));
        z0[i] = r * cosf(6.2831853f * u2[i]);
        z1[i] = r * sinf(6.2831853f * u2[i]);
    }
    return 0;
}
