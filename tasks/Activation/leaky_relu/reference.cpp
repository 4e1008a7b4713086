// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const double negativeSlope = call->attributes[0];
    const int64_t count = numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.0f ? x[i] : static_cast<float>(negativeSlope * x[i]);
    return 0;
}
