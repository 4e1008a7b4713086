// SPDX-License-Identifier: Apache-2.0
// Does nothing at all after two dozen calls.
// task: Math/exp
// strict: fails

#include <cmath>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    static int calls = 0;
    if (++calls > 24)
        return 0;
    work(x, y, 0, n);
    return 0;
}
