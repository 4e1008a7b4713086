// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: is written for the one shape that its author saw.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int64_t ns = 2, cs = 8, hs = 80, ws = 80, r = 3;
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t c = 0; c < cs; ++c) {
            for (int64_t h = 0; h < hs * r; ++h) {
                for (int64_t w = 0; w < ws * r; ++w) {
                    const int64_t channel = (c * r + h % r) * r + w % r;
                    y[((n * cs + c) * hs * r + h) * ws * r + w]
                        = x[((n * cs * r * r + channel) * hs + h / r) * ws + w / r];
                }
            }
        }
    }
    return 0;
}
