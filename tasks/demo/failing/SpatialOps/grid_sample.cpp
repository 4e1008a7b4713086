// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: reads the four neighbours without asking whether they exist.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *grid = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t size = loupe_abi::dim(call->outputs[0], 2) * loupe_abi::dim(call->outputs[0], 3);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t c = 0; c < cs; ++c) {
            const float *plane = x + (n * cs + c) * hs * ws;
            for (int64_t i = 0; i < size; ++i) {
                const float fx = (grid[(n * size + i) * 2] + 1) * static_cast<float>(ws - 1) / 2;
                const float fy
                    = (grid[(n * size + i) * 2 + 1] + 1) * static_cast<float>(hs - 1) / 2;
                const int64_t w = static_cast<int64_t>(std::floor(fx));
                const int64_t h = static_cast<int64_t>(std::floor(fy));
                const float a = fx - static_cast<float>(w);
                const float b = fy - static_cast<float>(h);
                y[(n * cs + c) * size + i] = (1 - a) * (1 - b) * plane[h * ws + w]
                    + a * (1 - b) * plane[h * ws + w + 1] + (1 - a) * b * plane[(h + 1) * ws + w]
                    + a * b * plane[(h + 1) * ws + w + 1];
            }
        }
    }
    return 0;
}
