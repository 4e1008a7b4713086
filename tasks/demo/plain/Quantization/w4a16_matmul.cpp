// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

static float halfToFloat(uint16_t h)
{
    const int exponent = (h >> 10) & 0x1f;
    float value = (float)(h & 0x3ff);
    if (exponent == 0)
        value = value * 0x1p-24f;
    else
        value = ldexpf(value + 1024.0f, exponent - 25);
    return (h & 0x8000) ? -value : value;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const uint16_t *x = (const uint16_t *)call->inputs[0].data;
    const uint8_t *packed = (const uint8_t *)call->inputs[1].data;
    const uint16_t *scale = (const uint16_t *)call->inputs[2].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t group = (int64_t)call->attributes[0];
    const int64_t m = call->inputs[0].shape[0];
    const int64_t k = call->inputs[0].shape[1];
    const int64_t n = call->inputs[1].shape[0];
    const int64_t width = call->inputs[1].shape[1];
    const int64_t groups = call->inputs[2].shape[1];
    for (int64_t j = 0; j < n; ++j) {
        for (int64_t i = 0; i < m; ++i) {
            float acc = 0.0f;
            for (int64_t g = 0; g < groups; ++g) {
                float part = 0.0f;
                for (int64_t p = g * group; p < k && p < (g + 1) * group; ++p) {
                    int nibble = packed[j * width + p / 2];
                    nibble = (p & 1) ? nibble >> 4 : nibble & 0xf;
                    part += halfToFloat(x[i * k + p]) * (float)(nibble - 8);
                }
                acc += part * halfToFloat(scale[j * groups + g]);
            }
            y[i * n + j] = acc;
        }
    }
    return 0;
}
