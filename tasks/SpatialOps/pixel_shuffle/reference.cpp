// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t r = static_cast<int64_t>(call->attributes[0]);
    const int64_t planes = dim(call->outputs[0], 0) * dim(call->outputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    for (int64_t plane = 0; plane < planes; ++plane)
        for (int64_t h = 0; h < height; ++h)
            for (int64_t i = 0; i < r; ++i)
                for (int64_t w = 0; w < width; ++w)
                    for (int64_t j = 0; j < r; ++j)
                        *y++ = x[(((plane * r + i) * r + j) * height + h) * width + w];
    return 0;
}
