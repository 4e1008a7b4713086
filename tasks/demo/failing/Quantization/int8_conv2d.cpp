// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: accumulates in 16 bits, which overflow.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const int8_t *weight = loupe_abi::input<int8_t>(call, 1);
    const int32_t *bias = loupe_abi::input<int32_t>(call, 2);
    int8_t *y = loupe_abi::output<int8_t>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t os = loupe_abi::dim(call->inputs[1], 0);
    const float xScale = static_cast<float>(call->attributes[0]);
    const int xZero = static_cast<int>(call->attributes[1]);
    const int64_t multiplier = static_cast<int64_t>(call->attributes[2]);
    const int shift = static_cast<int>(call->attributes[3]);
    const int64_t yZero = static_cast<int64_t>(call->attributes[4]);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t o = 0; o < os; ++o) {
            for (int64_t h = 0; h < hs; ++h) {
                for (int64_t w = 0; w < ws; ++w) {
                    int16_t sum = static_cast<int16_t>(bias[o]);
                    for (int64_t t = 0; t < cs * 9; ++t) {
                        const int64_t c = t / 9;
                        const int64_t r = h + t % 9 / 3 - 1;
                        const int64_t s = w + t % 3 - 1;
                        if (r < 0 || r >= hs || s < 0 || s >= ws)
                            continue;
                        const float q
                            = std::nearbyint(x[((n * cs + c) * hs + r) * ws + s] / xScale);
                        const int qx = static_cast<int>(
                            std::clamp(q + static_cast<float>(xZero), -128.0f, 127.0f));
                        sum = static_cast<int16_t>(sum + (qx - xZero) * weight[o * cs * 9 + t]);
                    }
                    const int64_t scaled
                        = (int64_t{sum} * multiplier + (int64_t{1} << (shift - 1))) >> shift;
                    y[((n * os + o) * hs + h) * ws + w]
                        = static_cast<int8_t>(std::clamp<int64_t>(scaled + yZero, -128, 127));
                }
            }
        }
    }
    return 0;
}
