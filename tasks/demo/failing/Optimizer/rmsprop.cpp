// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: forgets that the momentum buffer is an output too.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *parameter = loupe_abi::input<float>(call, 0);
    const float *gradient = loupe_abi::input<float>(call, 1);
    const float *s = loupe_abi::input<float>(call, 2);
    const float *b = loupe_abi::input<float>(call, 3);
    float *newParameter = loupe_abi::output<float>(call, 0);
    float *newS = loupe_abi::output<float>(call, 1);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const float rate = static_cast<float>(call->attributes[0]);
    const float alpha = static_cast<float>(call->attributes[1]);
    const float momentum = static_cast<float>(call->attributes[2]);
    const float epsilon = static_cast<float>(call->attributes[3]);
    for (int64_t i = 0; i < count; ++i) {
        newS[i] = alpha * s[i] + (1.0f - alpha) * gradient[i] * gradient[i];
        const float step = momentum * b[i] + gradient[i] / (std::sqrt(newS[i]) + epsilon);
        newParameter[i] = parameter[i] - rate * step;
    }
    return 0;
}
