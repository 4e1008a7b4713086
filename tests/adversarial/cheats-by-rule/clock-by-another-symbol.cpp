// SPDX-License-Identifier: Apache-2.0
// task: relu
// rule: assembler suspicion
// policy: mixed
#include <ctime>

#include "loupe_kernel.h"

extern "C" int mine(int clock, struct timespec *time) asm("clock_gettime");

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    struct timespec now;
    mine(1, &now);
    y[0] = x[0] + static_cast<float>(count - count);
    return 0;
}
