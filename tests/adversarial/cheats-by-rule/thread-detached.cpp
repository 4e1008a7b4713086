// SPDX-License-Identifier: Apache-2.0
// task: relu
// rule: threads suspicion
// policy: mixed
#include <thread>

#include "loupe_kernel.h"

void part(const float *x, float *y, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; ++i)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    std::thread other(part, x, y, int64_t{0}, count);
    other.detach();
    return 0;
}
