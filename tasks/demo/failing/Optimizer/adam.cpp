// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: leaves out the bias correction.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *parameter = loupe_abi::input<float>(call, 0);
    const float *gradient = loupe_abi::input<float>(call, 1);
    const float *m = loupe_abi::input<float>(call, 2);
    const float *v = loupe_abi::input<float>(call, 3);
    float *newParameter = loupe_abi::output<float>(call, 0);
    float *newM = loupe_abi::output<float>(call, 1);
    float *newV = loupe_abi::output<float>(call, 2);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const float rate = static_cast<float>(call->attributes[0]);
    const float beta1 = static_cast<float>(call->attributes[1]);
    const float beta2 = static_cast<float>(call->attributes[2]);
    const float epsilon = static_cast<float>(call->attributes[3]);
    for (int64_t i = 0; i < count; ++i) {
        newM[i] = beta1 * m[i] + (1.0f - beta1) * gradient[i];
        newV[i] = beta2 * v[i] + (1.0f - beta2) * gradient[i] * gradient[i];
        newParameter[i] = parameter[i] - rate * newM[i] / (std::sqrt(newV[i]) + epsilon);
    }
    return 0;
}
