// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: counts the index in the padded plane.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    int64_t *index = loupe_abi::output<int64_t>(call, 1);
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
                int64_t best = -1;
                float largest = 0.0f;
                for (int64_t r = 0; r < kernel; ++r) {
                    for (int64_t s = 0; s < kernel; ++s) {
                        const int64_t h = i * stride - padding + r;
                        const int64_t w = j * stride - padding + s;
                        if (h < 0 || h >= hs || w < 0 || w >= ws)
                            continue;
                        const float value = x[(plane * hs + h) * ws + w];
                        if (best < 0 || value > largest) {
                            largest = value;
                            best = (h + padding) * (ws + 2 * padding) + w + padding;
                        }
                    }
                }
                y[(plane * ho + i) * wo + j] = largest;
                index[(plane * ho + i) * wo + j] = best;
            }
        }
    }
    return 0;
}
