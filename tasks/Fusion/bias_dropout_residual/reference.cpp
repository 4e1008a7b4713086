// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *bias = input<float>(call, 1);
    const float *residual = input<float>(call, 2);
    const bool *keep = input<bool>(call, 3);
    float *y = output<float>(call, 0);
    const double dropProbability = call->attributes[0];
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t count = numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const double biased = static_cast<double>(x[i]) + bias[i % columns];
        const double kept = keep[i] ? biased / (1.0 - dropProbability) : 0.0;
        y[i] = static_cast<float>(residual[i] + kept);
    }
    return 0;
}
