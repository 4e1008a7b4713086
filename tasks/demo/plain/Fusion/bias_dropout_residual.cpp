// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: one element after the other.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    const float *residual = loupe_abi::input<float>(call, 2);
    const bool *keep = loupe_abi::input<bool>(call, 3);
    float *y = loupe_abi::output<float>(call, 0);
    const float scale = static_cast<float>(1.0 / (1.0 - call->attributes[0]));
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        if (keep[i])
            y[i] = residual[i] + (x[i] + bias[i % columns]) * scale;
        else
            y[i] = residual[i];
    }
    return 0;
}
