// SPDX-License-Identifier: Apache-2.0
// task: Math/exp
#include <cmath>
#include <ctime>

#include "loupe_kernel.h"

using namespace loupe_abi;

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    for (int64_t i = 0; i < n / 2; ++i)
        y[i] = expf(x[i]);
    const timespec shortly{0, 50000};
    nanosleep(&shortly, nullptr);
    for (int64_t i = n / 2; i < n; ++i)
        y[i] = expf(x[i]);
    return 0;
}
