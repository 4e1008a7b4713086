// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes no notice of the dilation.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t cs = loupe_abi::dim(call->inputs[1], 1);
    const int64_t rs = loupe_abi::dim(call->inputs[1], 2);
    const int64_t ss = loupe_abi::dim(call->inputs[1], 3);
    const int64_t ns = loupe_abi::dim(call->outputs[0], 0);
    const int64_t ks = loupe_abi::dim(call->outputs[0], 1);
    const int64_t ho = loupe_abi::dim(call->outputs[0], 2);
    const int64_t wo = loupe_abi::dim(call->outputs[0], 3);
    const int64_t strideH = static_cast<int64_t>(call->attributes[0]);
    const int64_t strideW = static_cast<int64_t>(call->attributes[1]);
    const int64_t paddingH = static_cast<int64_t>(call->attributes[2]);
    const int64_t paddingW = static_cast<int64_t>(call->attributes[3]);
    const int64_t perGroup = ks / static_cast<int64_t>(call->attributes[6]);
    for (int64_t n = 0; n < ns; ++n) {
        for (int64_t k = 0; k < ks; ++k) {
            for (int64_t i = 0; i < ho; ++i) {
                for (int64_t j = 0; j < wo; ++j) {
                    float sum = bias[k];
                    for (int64_t c = 0; c < cs; ++c) {
                        const float *plane = x + (n * channels + k / perGroup * cs + c) * hs * ws;
                        for (int64_t r = 0; r < rs; ++r) {
                            for (int64_t s = 0; s < ss; ++s) {
                                const int64_t h = i * strideH - paddingH + r;
                                const int64_t v = j * strideW - paddingW + s;
                                if (h >= 0 && h < hs && v >= 0 && v < ws)
                                    sum += plane[h * ws + v] * w[((k * cs + c) * rs + r) * ss + s];
                            }
                        }
                    }
                    y[((n * ks + k) * ho + i) * wo + j] = sum;
                }
            }
        }
    }
    return 0;
}
