// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes windows of one size, which only holds where sizes divide.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t planes = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t ps = loupe_abi::dim(call->outputs[0], 2);
    const int64_t qs = loupe_abi::dim(call->outputs[0], 3);
    const int64_t windowH = hs / ps;
    const int64_t windowW = ws / qs;
    for (int64_t plane = 0; plane < planes; ++plane) {
        for (int64_t p = 0; p < ps; ++p) {
            for (int64_t q = 0; q < qs; ++q) {
                float sum = 0.0f;
                for (int64_t h = p * windowH; h < (p + 1) * windowH; ++h) {
                    for (int64_t w = q * windowW; w < (q + 1) * windowW; ++w)
                        sum += x[(plane * hs + h) * ws + w];
                }
                y[(plane * ps + p) * qs + q] = sum / static_cast<float>(windowH * windowW);
            }
        }
    }
    return 0;
}
