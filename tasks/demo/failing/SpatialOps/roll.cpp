// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the remainder of a negative number is negative in C++.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 2);
    const int64_t shiftH = static_cast<int64_t>(call->attributes[0]);
    const int64_t shiftW = static_cast<int64_t>(call->attributes[1]);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t h = 0; h < hs; ++h) {
            for (int64_t w = 0; w < ws; ++w) {
                const int64_t toH = (h + shiftH) % hs;
                const int64_t toW = (w + shiftW) % ws;
                y[(n * hs + toH) * ws + toW] = x[(n * hs + h) * ws + w];
            }
        }
    }
    return 0;
}
