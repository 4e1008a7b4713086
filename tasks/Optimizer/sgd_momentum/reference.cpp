// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *parameter = input<float>(call, 0);
    const float *gradient = input<float>(call, 1);
    const float *velocity = input<float>(call, 2);
    const double rate = call->attributes[0];
    const double momentum = call->attributes[1];
    const double decay = call->attributes[2];
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        const double g = gradient[i] + decay * parameter[i];
        const double v = momentum * velocity[i] + g;
        output<float>(call, 0)[i] = static_cast<float>(parameter[i] - rate * (g + momentum * v));
        output<float>(call, 1)[i] = static_cast<float>(v);
    }
    return 0;
}
