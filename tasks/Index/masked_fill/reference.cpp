// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const uint8_t *mask = input<uint8_t>(call, 1);
    float *y = output<float>(call, 0);
    const float value = static_cast<float>(call->attributes[0]);
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t plane = numel(call->inputs[1]);
    for (int64_t b = 0; b < batches; ++b)
        for (int64_t k = 0; k < plane; ++k)
            y[b * plane + k] = mask[k] != 0 ? value : x[b * plane + k];
    return 0;
}
