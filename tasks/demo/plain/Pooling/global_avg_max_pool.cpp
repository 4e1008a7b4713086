// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <math.h>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *average = (float *)call->outputs[0].data;
    float *largest = (float *)call->outputs[1].data;
    const int64_t *s = call->inputs[0].shape;
    for (int64_t n = 0; n < s[0]; ++n) {
        for (int64_t c = 0; c < s[1]; ++c) {
            float sum = 0.0f;
            float top = -INFINITY;
            for (int64_t h = 0; h < s[2]; ++h) {
                for (int64_t w = 0; w < s[3]; ++w) {
                    const float value = x[((n * s[1] + c) * s[2] + h) * s[3] + w];
                    sum += value;
                    if (value > top)
                        top = value;
                }
            }
            average[n * s[1] + c] = sum / (float)(s[2] * s[3]);
            largest[n * s[1] + c] = top;
        }
    }
    return 0;
}
