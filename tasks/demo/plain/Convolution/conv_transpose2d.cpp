// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: every input pixel scatters its products
// into the output, which starts as the bias.
#include "loupe_kernel.h"

namespace {

struct Sizes {
    int64_t filters, tapsH, tapsW, outHeight, outWidth, stride, padding;
};

void scatter(float value, const float *weight, float *y, const Sizes &size, int64_t h, int64_t v)
{
    for (int64_t k = 0; k < size.filters; ++k) {
        for (int64_t r = 0; r < size.tapsH; ++r) {
            for (int64_t s = 0; s < size.tapsW; ++s) {
                const int64_t i = h * size.stride - size.padding + r;
                const int64_t j = v * size.stride - size.padding + s;
                if (i >= 0 && i < size.outHeight && j >= 0 && j < size.outWidth)
                    y[(k * size.outHeight + i) * size.outWidth + j]
                        += value * weight[(k * size.tapsH + r) * size.tapsW + s];
            }
        }
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *weight = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const DLTensor &image = call->inputs[0];
    const Sizes size = {call->inputs[1].shape[1],
                        call->inputs[1].shape[2],
                        call->inputs[1].shape[3],
                        call->outputs[0].shape[2],
                        call->outputs[0].shape[3],
                        static_cast<int64_t>(call->attributes[0]),
                        static_cast<int64_t>(call->attributes[1])};
    const int64_t outPixels = size.outHeight * size.outWidth;
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    for (int64_t i = 0; i < count; ++i)
        y[i] = bias[i / outPixels % size.filters];
    for (int64_t n = 0; n < image.shape[0]; ++n) {
        for (int64_t c = 0; c < image.shape[1]; ++c) {
            for (int64_t h = 0; h < image.shape[2]; ++h) {
                for (int64_t v = 0; v < image.shape[3]; ++v) {
                    const float value
                        = x[((n * image.shape[1] + c) * image.shape[2] + h) * image.shape[3] + v];
                    scatter(value, weight + c * size.filters * size.tapsH * size.tapsW,
                            y + n * size.filters * outPixels, size, h, v);
                }
            }
        }
    }
    return 0;
}
