// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *u1 = input<float>(call, 0);
    const float *u2 = input<float>(call, 1);
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        const double r = std::sqrt(-2.0 * std::log(static_cast<double>(u1[i])));
        const double angle = 2.0 * M_PI * u2[i];
        output<float>(call, 0)[i] = static_cast<float>(r * std::cos(angle));
        output<float>(call, 1)[i] = static_cast<float>(r * std::sin(angle));
    }
    return 0;
}
