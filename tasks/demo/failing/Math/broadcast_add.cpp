// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: b is broadcast along the wrong axis.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t is = loupe_abi::dim(call->outputs[0], 0);
    const int64_t js = loupe_abi::dim(call->outputs[0], 1);
    const int64_t ks = loupe_abi::dim(call->outputs[0], 2);
    for (int64_t i = 0; i < is; ++i) {
        for (int64_t j = 0; j < js; ++j) {
            for (int64_t k = 0; k < ks; ++k)
                y[(i * js + j) * ks + k] = a[i * ks + k] + b[k % js];
        }
    }
    return 0;
}
