// SPDX-License-Identifier: Apache-2.0
// task: Math/exp
#include <cmath>

#include "loupe_kernel.h"

using namespace loupe_abi;

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    for (int64_t i = 0; i < n; ++i)
        y[i] = 0.5F * x[i];
    for (int64_t i = n - 1; i >= 0; --i)
        y[i] = static_cast<float>(std::exp(2.0 * static_cast<double>(y[i])));
    return 0;
}
