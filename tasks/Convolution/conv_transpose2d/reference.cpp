// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

namespace {

struct Sizes {
    int64_t channels, filters, height, width, tapsH, tapsW, stride, padding;
};

// The sum at row i, column j of output channel k of one sample: all input pixels that reach it.
double gather(const float *x, const float *weight, const Sizes &size, int64_t k, int64_t i,
              int64_t j)
{
    double sum = 0.0;
    for (int64_t c = 0; c < size.channels; ++c)
        for (int64_t r = 0; r < size.tapsH; ++r) {
            const int64_t h = i + size.padding - r; // stride times the input row
            if (h < 0 || h % size.stride != 0 || h / size.stride >= size.height)
                continue;
            const int64_t row = (c * size.height + h / size.stride) * size.width;
            const int64_t tap = ((c * size.filters + k) * size.tapsH + r) * size.tapsW;
            for (int64_t s = 0; s < size.tapsW; ++s) {
                const int64_t v = j + size.padding - s;
                if (v < 0 || v % size.stride != 0 || v / size.stride >= size.width)
                    continue;
                sum += static_cast<double>(x[row + v / size.stride]) * weight[tap + s];
            }
        }
    return sum;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *weight = input<float>(call, 1);
    const float *bias = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const Sizes size = {dim(call->inputs[0], 1),
                        dim(call->inputs[1], 1),
                        dim(call->inputs[0], 2),
                        dim(call->inputs[0], 3),
                        dim(call->inputs[1], 2),
                        dim(call->inputs[1], 3),
                        static_cast<int64_t>(call->attributes[0]),
                        static_cast<int64_t>(call->attributes[1])};
    const int64_t samples = dim(call->inputs[0], 0);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    for (int64_t n = 0; n < samples; ++n) {
        const float *image = x + n * size.channels * size.height * size.width;
        for (int64_t k = 0; k < size.filters; ++k)
            for (int64_t i = 0; i < outHeight; ++i)
                for (int64_t j = 0; j < outWidth; ++j)
                    y[((n * size.filters + k) * outHeight + i) * outWidth + j]
                        = static_cast<float>(bias[k] + gather(image, weight, size, k, i, j));
    }
    return 0;
}
