// SPDX-License-Identifier: Apache-2.0
// task: relu
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const float system = 0.0f;
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > system ? x[i] : system;
    return 0;
}
