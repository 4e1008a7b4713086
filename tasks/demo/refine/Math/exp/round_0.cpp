// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const float z = x[i];
        y[i] = 1.0f + z * (1.0f + z * (0.5f + z * (1.0f / 6.0f + z / 24.0f)));
    }
    return 0;
}
