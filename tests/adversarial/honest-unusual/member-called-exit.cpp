// SPDX-License-Identifier: Apache-2.0
// task: relu
#include "loupe_kernel.h"

struct Guard {
    int depth = 0;
    void enter() { ++depth; }
    void exit() { --depth; }
};

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    Guard guard;
    guard.enter();
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
    guard.exit();
    return 0;
}
