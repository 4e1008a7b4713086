// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t kernel = static_cast<int64_t>(call->attributes[0]);
    const int64_t stride = static_cast<int64_t>(call->attributes[1]);
    const int64_t padding = static_cast<int64_t>(call->attributes[2]);
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    float *y = output<float>(call, 0);
    for (int64_t plane = 0; plane < planes; ++plane) {
        const float *x = input<float>(call, 0) + plane * height * width;
        for (int64_t oh = 0; oh < outHeight; ++oh) {
            for (int64_t ow = 0; ow < outWidth; ++ow) {
                double sum = 0.0;
                for (int64_t h = oh * stride - padding; h < oh * stride - padding + kernel; ++h)
                    for (int64_t w = ow * stride - padding; w < ow * stride - padding + kernel; ++w)
                        if (h >= 0 && h < height && w >= 0 && w < width)
                            sum += x[h * width + w];
                *y++ = static_cast<float>(sum / (kernel * kernel));
            }
        }
    }
    return 0;
}
