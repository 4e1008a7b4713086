// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

namespace {

struct Sizes {
    int64_t channels, height, width, tapsH, tapsW, padding;
};

// One element of the convolution without its bias.
double correlate(const float *x, const float *w, const Sizes &size, int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t c = 0; c < size.channels; ++c)
        for (int64_t r = 0; r < size.tapsH; ++r)
            for (int64_t s = 0; s < size.tapsW; ++s) {
                const int64_t h = i - size.padding + r;
                const int64_t v = j - size.padding + s;
                if (h < 0 || h >= size.height || v < 0 || v >= size.width)
                    continue;
                sum += static_cast<double>(x[(c * size.height + h) * size.width + v])
                    * w[(c * size.tapsH + r) * size.tapsW + s];
            }
    return sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *w = input<float>(call, 1);
    const float *bias = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const Sizes size = {dim(call->inputs[0], 1), dim(call->inputs[0], 2),
                        dim(call->inputs[0], 3), dim(call->inputs[1], 2),
                        dim(call->inputs[1], 3), static_cast<int64_t>(call->attributes[0])};
    const int64_t pool = static_cast<int64_t>(call->attributes[1]);
    const int64_t filters = dim(call->inputs[1], 0);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    const int64_t planes = dim(call->inputs[0], 0) * filters;
    for (int64_t plane = 0; plane < planes; ++plane) {
        const int64_t k = plane % filters;
        const float *image = x + plane / filters * size.channels * size.height * size.width;
        const float *filter = w + k * size.channels * size.tapsH * size.tapsW;
        for (int64_t i = 0; i < outHeight; ++i)
            for (int64_t j = 0; j < outWidth; ++j) {
                double largest = 0.0; // ReLU: nothing below zero survives
                for (int64_t p = 0; p < pool; ++p)
                    for (int64_t q = 0; q < pool; ++q)
                        largest = std::fmax(
                            largest,
                            bias[k] + correlate(image, filter, size, i * pool + p, j * pool + q));
                y[(plane * outHeight + i) * outWidth + j] = static_cast<float>(largest);
            }
    }
    return 0;
}
