// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const double factor = call->attributes[0];
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
                const double s = std::max(0.0, (oh + 0.5) / factor - 0.5);
                const double t = std::max(0.0, (ow + 0.5) / factor - 0.5);
                const int64_t h0 = static_cast<int64_t>(s);
                const int64_t w0 = static_cast<int64_t>(t);
                const int64_t h1 = std::min(h0 + 1, height - 1);
                const int64_t w1 = std::min(w0 + 1, width - 1);
                const double a = s - h0;
                const double b = t - w0;
                const double upper = (1.0 - b) * x[h0 * width + w0] + b * x[h0 * width + w1];
                const double lower = (1.0 - b) * x[h1 * width + w0] + b * x[h1 * width + w1];
                *y++ = static_cast<float>((1.0 - a) * upper + a * lower);
            }
        }
    }
    return 0;
}
