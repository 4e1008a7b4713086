// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: forgets the padding and hands back a smaller tensor.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ns = loupe_abi::dim(call->inputs[0], 0);
    const int64_t cs = loupe_abi::dim(call->inputs[0], 1);
    const int64_t hs = loupe_abi::dim(call->inputs[0], 2);
    const int64_t ws = loupe_abi::dim(call->inputs[0], 3);
    const int64_t rs = loupe_abi::dim(call->inputs[1], 1);
    const int64_t ss = loupe_abi::dim(call->inputs[1], 2);
    const int64_t ho = hs - rs + 1;
    const int64_t wo = ws - ss + 1;
    call->outputs[0].shape[2] = ho;
    call->outputs[0].shape[3] = wo;
    for (int64_t p = 0; p < ns * cs; ++p) {
        for (int64_t i = 0; i < ho; ++i) {
            for (int64_t j = 0; j < wo; ++j) {
                float sum = 0.0f;
                for (int64_t r = 0; r < rs; ++r) {
                    for (int64_t s = 0; s < ss; ++s)
                        sum += x[(p * hs + i + r) * ws + j + s] * w[(p % cs * rs + r) * ss + s];
                }
                y[(p * ho + i) * wo + j] = sum;
            }
        }
    }
    return 0;
}
