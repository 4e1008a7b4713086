// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: divides by the elements inside the plane, though padding counts.
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
    const int64_t kernel = static_cast<int64_t>(call->attributes[0]);
    const int64_t stride = static_cast<int64_t>(call->attributes[1]);
    const int64_t padding = static_cast<int64_t>(call->attributes[2]);
    for (int64_t plane = 0; plane < planes; ++plane) {
        for (int64_t i = 0; i < ho; ++i) {
            for (int64_t j = 0; j < wo; ++j) {
                float sum = 0.0f;
                int64_t count = 0;
                for (int64_t r = 0; r < kernel; ++r) {
                    for (int64_t s = 0; s < kernel; ++s) {
                        const int64_t h = i * stride - padding + r;
                        const int64_t w = j * stride - padding + s;
                        if (h >= 0 && h < hs && w >= 0 && w < ws) {
                            sum += x[(plane * hs + h) * ws + w];
                            ++count;
                        }
                    }
                }
                y[(plane * ho + i) * wo + j] = sum / static_cast<float>(count);
            }
        }
    }
    return 0;
}
