// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t *shape = call->inputs[0].shape;
    for (int64_t a = 0; a < shape[0]; ++a) {
        for (int64_t c = 0; c < shape[2]; ++c) {
            float sum = 0.0f;
            for (int64_t n = 0; n < shape[1]; ++n)
                sum += x[(a * shape[1] + n) * shape[2] + c];
            y[a * shape[2] + c] = sum;
        }
    }
    return 0;
}
