// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: unfolds every product into one buffer of many gigabytes.
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t ls = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ks = loupe_abi::dim(call->inputs[1], 0);
    const int64_t rs = loupe_abi::dim(call->inputs[1], 2);
    const int64_t lo = loupe_abi::dim(call->outputs[0], 2);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t dilation = static_cast<int64_t>(call->attributes[1]);
    // A slot for each product of each output, aligned to a cache line, for each of 64 threads.
    const int64_t slots = 64 * 16 * ns * ks * lo * cs * rs;
    std::vector<float> products(slots, 0.0f);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t k = 0; k < ks; ++k) {
            for (int64_t l = 0; l < lo; ++l) {
                float sum = bias[k];
                for (int64_t c = 0; c < cs; ++c) {
                    for (int64_t r = 0; r < rs; ++r) {
                        const int64_t at = l - padding + r * dilation;
                        float &slot = products[16 * ((((n * ks + k) * lo + l) * cs + c) * rs + r)];
                        if (at >= 0 && at < ls)
                            slot = x[(n * cs + c) * ls + at] * w[(k * cs + c) * rs + r];
                        sum += slot;
                    }
                }
                y[(n * ks + k) * lo + l] = sum;
            }
        }
    }
    return 0;
}
