// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *base = (const float *)call->inputs[0].data;
    const float *source = (const float *)call->inputs[1].data;
    const int32_t *index = (const int32_t *)call->inputs[2].data;
    float *y = (float *)call->outputs[0].data;
    const int64_t r = call->inputs[0].shape[0];
    const int64_t c = call->inputs[0].shape[1];
    const int64_t n = call->inputs[1].shape[0];
    std::memcpy(y, base, sizeof(float) * r * c);
    for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j < c; ++j)
            y[index[i] * c + j] += source[i * c + j];
    }
    return 0;
}
