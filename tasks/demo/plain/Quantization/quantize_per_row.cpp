// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    int8_t *q = (int8_t *)call->outputs[0].data;
    float *scale = (float *)call->outputs[1].data;
    const int64_t b = call->inputs[0].shape[0];
    const int64_t n = call->inputs[0].shape[1];
    for (int64_t row = 0; row < b; ++row) {
        float amax = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            if (fabsf(x[row * n + i]) > amax)
                amax = fabsf(x[row * n + i]);
        }
        scale[row] = amax == 0.0f ? 1.0f : amax / 127.0f;
        for (int64_t i = 0; i < n; ++i) {
            float value = rintf(x[row * n + i] / scale[row]);
            if (value > 127.0f)
                value = 127.0f;
            if (value < -127.0f)
                value = -127.0f;
            q[row * n + i] = (int8_t)value;
        }
    }
    return 0;
}
