// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *parameter = input<float>(call, 0);
    const float *gradient = input<float>(call, 1);
    const double rate = call->attributes[0];
    const double beta1 = call->attributes[1];
    const double beta2 = call->attributes[2];
    const double epsilon = call->attributes[3];
    const double step = call->attributes[4];
    const double correction1 = 1.0 - std::pow(beta1, step);
    const double correction2 = 1.0 - std::pow(beta2, step);
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        const double g = gradient[i];
        const double m = beta1 * input<float>(call, 2)[i] + (1.0 - beta1) * g;
        const double v = beta2 * input<float>(call, 3)[i] + (1.0 - beta2) * g * g;
        const double mHat = m / correction1;
        const double vHat = v / correction2;
        output<float>(call, 0)[i]
            = static_cast<float>(parameter[i] - rate * mHat / (std::sqrt(vHat) + epsilon));
        output<float>(call, 1)[i] = static_cast<float>(m);
        output<float>(call, 2)[i] = static_cast<float>(v);
    }
    return 0;
}
