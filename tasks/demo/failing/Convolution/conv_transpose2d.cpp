// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: adds to an output that it takes for zeroed.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t ks = loupe_abi::dim(call->inputs[1], 1);
    const int64_t rs = loupe_abi::dim(call->inputs[1], 2);
    const int64_t ss = loupe_abi::dim(call->inputs[1], 3);
    const int64_t ho = loupe_abi::dim(call->outputs[0], 2);
    const int64_t wo = loupe_abi::dim(call->outputs[0], 3);
    const int64_t stride = static_cast<int64_t>(call->attributes[0]);
    const int64_t padding = static_cast<int64_t>(call->attributes[1]);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t k = 0; k < ks; ++k) {
            float *plane = y + (n * ks + k) * ho * wo;
            for (int64_t i = 0; i < ho * wo; ++i)
                plane[i] += bias[k];
            for (int64_t c = 0; c < cs; ++c) {
                for (int64_t h = 0; h < hs; ++h) {
                    for (int64_t v = 0; v < ws; ++v) {
                        const float value = x[((n * cs + c) * hs + h) * ws + v];
                        for (int64_t r = 0; r < rs; ++r) {
                            for (int64_t s = 0; s < ss; ++s) {
                                const int64_t i = h * stride - padding + r;
                                const int64_t j = v * stride - padding + s;
                                if (i >= 0 && i < ho && j >= 0 && j < wo)
                                    plane[i * wo + j]
                                        += value * w[((c * ks + k) * rs + r) * ss + s];
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}
