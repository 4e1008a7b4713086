// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    float *y = output<float>(call, 0);
    for (int64_t plane = 0; plane < planes; ++plane) {
        const float *x = input<float>(call, 0) + plane * height * width;
        for (int64_t p = 0; p < outHeight; ++p) {
            for (int64_t q = 0; q < outWidth; ++q) {
                const int64_t top = p * height / outHeight;
                const int64_t bottom = ((p + 1) * height + outHeight - 1) / outHeight;
                const int64_t left = q * width / outWidth;
                const int64_t right = ((q + 1) * width + outWidth - 1) / outWidth;
                double sum = 0.0;
                for (int64_t h = top; h < bottom; ++h)
                    for (int64_t w = left; w < right; ++w)
                        sum += x[h * width + w];
                *y++ = static_cast<float>(sum / ((bottom - top) * (right - left)));
            }
        }
    }
    return 0;
}
