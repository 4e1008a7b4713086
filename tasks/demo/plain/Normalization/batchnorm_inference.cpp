// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the whole formula for every element.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *mean = loupe_abi::input<float>(call, 1);
    const float *variance = loupe_abi::input<float>(call, 2);
    const float *gamma = loupe_abi::input<float>(call, 3);
    const float *beta = loupe_abi::input<float>(call, 4);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t pixels = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const int64_t c = i / pixels % channels;
        y[i] = (x[i] - mean[c]) / std::sqrt(variance[c] + epsilon) * gamma[c] + beta[c];
    }
    return 0;
}
