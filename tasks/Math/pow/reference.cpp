// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *base = input<float>(call, 0);
    const float *exponent = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t count = numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const double power = std::pow(static_cast<double>(base[i]), exponent[i]);
        y[i] = static_cast<float>(power);
    }
    return 0;
}
