// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the sum is stored in the output, then
// normalized there.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *residual = loupe_abi::input<float>(call, 1);
    const float *gamma = loupe_abi::input<float>(call, 2);
    const float *beta = loupe_abi::input<float>(call, 3);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t i = 0; i < rows * columns; ++i)
        y[i] = x[i] + residual[i];
    for (int64_t row = 0; row < rows; ++row) {
        float *z = y + row * columns;
        float mean = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            mean += z[i];
        mean /= static_cast<float>(columns);
        float variance = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            variance += (z[i] - mean) * (z[i] - mean);
        variance /= static_cast<float>(columns);
        for (int64_t i = 0; i < columns; ++i)
            z[i] = (z[i] - mean) / std::sqrt(variance + epsilon) * gamma[i] + beta[i];
    }
    return 0;
}
