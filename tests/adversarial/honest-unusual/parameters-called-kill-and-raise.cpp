// SPDX-License-Identifier: Apache-2.0
// task: relu
#include "loupe_kernel.h"

float chosen(float value, bool kill, float raise)
{
    return kill ? 0.0f : value + raise;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i)
        y[i] = chosen(x[i], x[i] < 0.0f, 0.0f);
    return 0;
}
