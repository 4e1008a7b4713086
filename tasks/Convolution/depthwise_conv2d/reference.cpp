// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *w = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t channels = dim(call->inputs[0], 1);
    const int64_t planes = dim(call->inputs[0], 0) * channels;
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t tapsH = dim(call->inputs[1], 1);
    const int64_t tapsW = dim(call->inputs[1], 2);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    for (int64_t plane = 0; plane < planes; ++plane)
        for (int64_t i = 0; i < outHeight; ++i)
            for (int64_t j = 0; j < outWidth; ++j) {
                double sum = 0.0;
                for (int64_t r = 0; r < tapsH; ++r)
                    for (int64_t s = 0; s < tapsW; ++s) {
                        const int64_t h = i - padding + r;
                        const int64_t v = j - padding + s;
                        if (h < 0 || h >= height || v < 0 || v >= width)
                            continue;
                        sum += static_cast<double>(x[(plane * height + h) * width + v])
                            * w[(plane % channels * tapsH + r) * tapsW + s];
                    }
                y[(plane * outHeight + i) * outWidth + j] = static_cast<float>(sum);
            }
    return 0;
}
