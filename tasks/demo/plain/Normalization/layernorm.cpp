// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: mean, variance and result in three passes.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *beta = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t row = 0; row < rows; ++row) {
        const float *in = x + row * columns;
        float *out = y + row * columns;
        float mean = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            mean += in[i];
        mean /= static_cast<float>(columns);
        float variance = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            variance += (in[i] - mean) * (in[i] - mean);
        variance /= static_cast<float>(columns);
        const float deviation = std::sqrt(variance + epsilon);
        for (int64_t i = 0; i < columns; ++i)
            out[i] = (in[i] - mean) / deviation * gamma[i] + beta[i];
    }
    return 0;
}
