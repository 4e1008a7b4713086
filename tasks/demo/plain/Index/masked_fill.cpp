// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = (const float *)call->inputs[0].data;
    const bool *mask = (const bool *)call->inputs[1].data;
    float *y = (float *)call->outputs[0].data;
    const float value = (float)call->attributes[0];
    const int64_t *shape = call->inputs[0].shape;
    for (int64_t b = 0; b < shape[0]; ++b) {
        for (int64_t i = 0; i < shape[1]; ++i) {
            for (int64_t j = 0; j < shape[2]; ++j) {
                const int64_t at = (b * shape[1] + i) * shape[2] + j;
                if (mask[i * shape[2] + j])
                    y[at] = value;
                else
                    y[at] = x[at];
            }
        }
    }
    return 0;
}
