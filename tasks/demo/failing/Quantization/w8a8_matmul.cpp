// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: multiplies in float without quantizing the activations.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const int8_t *w = loupe_abi::input<int8_t>(call, 1);
    const float *scale = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ms = loupe_abi::dim(call->inputs[0], 0);
    const int64_t ks = loupe_abi::dim(call->inputs[0], 1);
    const int64_t ns = loupe_abi::dim(call->inputs[1], 0);
    for (int64_t m = 0; m < ms; ++m) {
        for (int64_t n = 0; n < ns; ++n) {
            float sum = 0.0f;
            for (int64_t k = 0; k < ks; ++k)
                sum += x[m * ks + k] * static_cast<float>(w[n * ks + k]);
            y[m * ns + n] = sum * scale[n];
        }
    }
    return 0;
}
