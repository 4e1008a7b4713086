// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    uint8_t *q = (uint8_t *)call->outputs[0].data;
    float *scale = (float *)call->outputs[1].data;
    int32_t *zeroPoint = (int32_t *)call->outputs[2].data;
    const int64_t n = call->inputs[0].shape[0];
    float low = 0.0f;
    float high = 0.0f;
    for (int64_t i = 0; i < n; ++i) {
        if (x[i] < low)
            low = x[i];
        if (x[i] > high)
            high = x[i];
    }
    *scale = high == low ? 1.0f : (high - low) / 255.0f;
    int32_t zero = (int32_t)roundf(-low / *scale);
    zero = zero < 0 ? 0 : zero > 255 ? 255 : zero;
    *zeroPoint = zero;
    for (int64_t i = 0; i < n; ++i) {
        const int32_t value = (int32_t)roundf(x[i] / *scale) + zero;
        q[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    return 0;
}
