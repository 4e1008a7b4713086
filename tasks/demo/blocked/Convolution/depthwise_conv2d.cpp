// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: channel planes in parallel; each output
// row collects its taps as shifted, vectorised rows without bounds checks.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t planes = loupe_abi::dim(call->inputs[0], 0) * channels;
    const int64_t height = loupe_abi::dim(call->inputs[0], 2);
    const int64_t width = loupe_abi::dim(call->inputs[0], 3);
    const int64_t tapsH = loupe_abi::dim(call->inputs[1], 1);
    const int64_t tapsW = loupe_abi::dim(call->inputs[1], 2);
    const int64_t outHeight = loupe_abi::dim(call->outputs[0], 2);
    const int64_t outWidth = loupe_abi::dim(call->outputs[0], 3);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t plane = 0; plane < planes; ++plane)
        for (int64_t i = 0; i < outHeight; ++i) {
            float *out = y + (plane * outHeight + i) * outWidth;
            std::fill_n(out, outWidth, 0.0f);
            const int64_t lastTap = std::min(tapsH, height + padding - i);
            for (int64_t r = std::max<int64_t>(0, padding - i); r < lastTap; ++r) {
                const float *in = x + (plane * height + i - padding + r) * width;
                const float *filter = w + (plane % channels * tapsH + r) * tapsW;
                for (int64_t s = 0; s < tapsW; ++s) {
                    const int64_t shift = s - padding;
                    const int64_t end = std::min(outWidth, width - shift);
                    const float tap = filter[s];
#pragma omp simd
                    for (int64_t j = std::max<int64_t>(0, -shift); j < end; ++j)
                        out[j] += tap * in[j + shift];
                }
            }
        }
    return 0;
}
