// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: aligns the corners, which is another interpolation.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t planes = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t ho = loupe_abi::dim(call->outputs[0], 2);
    const int64_t wo = loupe_abi::dim(call->outputs[0], 3);
    const float scaleH = static_cast<float>(hs - 1) / static_cast<float>(ho - 1);
    const float scaleW = static_cast<float>(ws - 1) / static_cast<float>(wo - 1);
    for (int64_t p = 0; p < planes; ++p) {
        for (int64_t i = 0; i < ho; ++i) {
            for (int64_t j = 0; j < wo; ++j) {
                const float h = static_cast<float>(i) * scaleH;
                const float w = static_cast<float>(j) * scaleW;
                const int64_t h0 = static_cast<int64_t>(h);
                const int64_t w0 = static_cast<int64_t>(w);
                const int64_t h1 = std::min(h0 + 1, hs - 1);
                const int64_t w1 = std::min(w0 + 1, ws - 1);
                const float a = h - static_cast<float>(h0);
                const float b = w - static_cast<float>(w0);
                const float *plane = x + p * hs * ws;
                y[(p * ho + i) * wo + j] = (1 - a) * (1 - b) * plane[h0 * ws + w0]
                    + (1 - a) * b * plane[h0 * ws + w1] + a * (1 - b) * plane[h1 * ws + w0]
                    + a * b * plane[h1 * ws + w1];
            }
        }
    }
    return 0;
}
