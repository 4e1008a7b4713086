// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *parameter = input<float>(call, 0);
    const float *gradient = input<float>(call, 1);
    const double rate = call->attributes[0];
    const double alpha = call->attributes[1];
    const double momentum = call->attributes[2];
    const double epsilon = call->attributes[3];
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        const double g = gradient[i];
        const double s = alpha * input<float>(call, 2)[i] + (1.0 - alpha) * g * g;
        const double b = momentum * input<float>(call, 3)[i] + g / (std::sqrt(s) + epsilon);
        output<float>(call, 0)[i] = static_cast<float>(parameter[i] - rate * b);
        output<float>(call, 1)[i] = static_cast<float>(s);
        output<float>(call, 2)[i] = static_cast<float>(b);
    }
    return 0;
}
