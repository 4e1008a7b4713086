// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t planes = dim(call->inputs[0], 0);
    const int64_t height = dim(call->inputs[0], 1);
    const int64_t width = dim(call->inputs[0], 2);
    const auto wrap = [](int64_t value, int64_t size) { return (value % size + size) % size; };
    const int64_t down = wrap(static_cast<int64_t>(call->attributes[0]), height);
    const int64_t right = wrap(static_cast<int64_t>(call->attributes[1]), width);
    for (int64_t n = 0; n < planes; ++n)
        for (int64_t h = 0; h < height; ++h)
            for (int64_t w = 0; w < width; ++w)
                y[(n * height + (h + down) % height) * width + (w + right) % width] = *x++;
    return 0;
}
