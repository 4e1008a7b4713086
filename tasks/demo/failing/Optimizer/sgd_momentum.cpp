// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: updates the velocity in place, as a framework would.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *parameter = loupe_abi::input<float>(call, 0);
    const float *gradient = loupe_abi::input<float>(call, 1);
    float *velocity = static_cast<float *>(call->inputs[2].data);
    float *newParameter = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const float rate = static_cast<float>(call->attributes[0]);
    const float momentum = static_cast<float>(call->attributes[1]);
    const float decay = static_cast<float>(call->attributes[2]);
    for (int64_t i = 0; i < count; ++i) {
        const float g = gradient[i] + decay * parameter[i];
        velocity[i] = momentum * velocity[i] + g;
        newParameter[i] = parameter[i] - rate * (g + momentum * velocity[i]);
    }
    std::memcpy(call->outputs[1].data, velocity, sizeof(float) * count);
    return 0;
}
