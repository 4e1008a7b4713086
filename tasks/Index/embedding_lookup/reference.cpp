// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *weight = input<float>(call, 0);
    const int64_t *index = input<int64_t>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t width = dim(call->inputs[0], 1);
    const int64_t tokens = dim(call->inputs[1], 0);
    for (int64_t i = 0; i < tokens; ++i)
        for (int64_t d = 0; d < width; ++d)
            y[i * width + d] = index[i] == padding ? 0.0f : weight[index[i] * width + d];
    return 0;
}
