// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: direct, with a bounds check per tap.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t samples = loupe_abi::dim(call->inputs[0], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t height = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const int64_t tapsH = loupe_abi::dim(call->inputs[1], 1);
    const int64_t tapsW = loupe_abi::dim(call->inputs[1], 2);
    const int64_t outHeight = loupe_abi::dim(call->outputs[0], 2);
    const int64_t outWidth = loupe_abi::dim(call->outputs[0], 3);
    for (int64_t n = 0; n < samples; ++n) {
        for (int64_t c = 0; c < channels; ++c) {
            const float *image = x + (n * channels + c) * height * width;
            const float *filter = w + c * tapsH * tapsW;
            float *out = y + (n * channels + c) * outHeight * outWidth;
            for (int64_t i = 0; i < outHeight; ++i) {
                for (int64_t j = 0; j < outWidth; ++j) {
                    float sum = 0.0f;
                    for (int64_t r = 0; r < tapsH; ++r) {
                        for (int64_t s = 0; s < tapsW; ++s) {
                            const int64_t h = i + r - padding;
                            const int64_t v = j + s - padding;
                            if (h >= 0 && h < height && v >= 0 && v < width)
                                sum += image[h * width + v] * filter[r * tapsW + s];
                        }
                    }
                    out[i * outWidth + j] = sum;
                }
            }
        }
    }
    return 0;
}
