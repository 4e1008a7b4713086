// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: reads the mask of bools as floats, far past its end.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    const float *residual = loupe_abi::input<float>(call, 2);
    const float *keep = loupe_abi::input<float>(call, 3);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const int64_t n = loupe_abi::numel(call->inputs[1]);
    const float scale = 1.0f / (1.0f - static_cast<float>(call->attributes[0]));
    for (int64_t i = 0; i < count; ++i)
        y[i] = residual[i] + (x[i] + bias[i % n]) * keep[i] * scale;
    return 0;
}
