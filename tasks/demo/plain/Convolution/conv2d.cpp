// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: direct convolution, bounds checked per row
// and per tap.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int strideH = static_cast<int>(call->attributes[0]);
    const int strideW = static_cast<int>(call->attributes[1]);
    const int paddingH = static_cast<int>(call->attributes[2]);
    const int paddingW = static_cast<int>(call->attributes[3]);
    const int dilationH = static_cast<int>(call->attributes[4]);
    const int dilationW = static_cast<int>(call->attributes[5]);
    const int64_t groups = static_cast<int64_t>(call->attributes[6]);
    const int64_t inChannels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t height = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const int64_t filters = loupe_abi::dim(call->inputs[1], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[1], 1);
    const int64_t tapsH = loupe_abi::dim(call->inputs[1], 2);
    const int64_t tapsW = loupe_abi::dim(call->inputs[1], 3);
    const int64_t outHeight = loupe_abi::dim(call->outputs[0], 2);
    const int64_t outWidth = loupe_abi::dim(call->outputs[0], 3);
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    for (int64_t index = 0; index < count; ++index) {
        const int64_t j = index % outWidth;
        const int64_t i = index / outWidth % outHeight;
        const int64_t k = index / (outWidth * outHeight) % filters;
        const int64_t n = index / (outWidth * outHeight * filters);
        const int64_t firstChannel = n * inChannels + k / (filters / groups) * channels;
        float sum = bias[k];
        for (int64_t c = 0; c < channels; ++c) {
            for (int64_t r = 0; r < tapsH; ++r) {
                const int64_t h = i * strideH - paddingH + r * dilationH;
                if (h < 0 || h >= height)
                    continue;
                for (int64_t s = 0; s < tapsW; ++s) {
                    const int64_t v = j * strideW - paddingW + s * dilationW;
                    if (v >= 0 && v < width)
                        sum += x[((firstChannel + c) * height + h) * width + v]
                            * w[((k * channels + c) * tapsH + r) * tapsW + s];
                }
            }
        }
        y[index] = sum;
    }
    return 0;
}
