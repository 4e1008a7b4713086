// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *__restrict parameter = input<float>(call, 0);
    const float *__restrict gradient = input<float>(call, 1);
    const float *__restrict velocity = input<float>(call, 2);
    float *__restrict newParameter = output<float>(call, 0);
    float *__restrict newVelocity = output<float>(call, 1);
    const float rate = static_cast<float>(call->attributes[0]);
    const float momentum = static_cast<float>(call->attributes[1]);
    const float decay = static_cast<float>(call->attributes[2]);
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for simd schedule(static) if (count > 16384)
    for (int64_t i = 0; i < count; ++i) {
        const float g = gradient[i] + decay * parameter[i];
        const float v = momentum * velocity[i] + g;
        newVelocity[i] = v;
        newParameter[i] = parameter[i] - rate * (g + momentum * v);
    }
    return 0;
}
