// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: dot product and activation per output.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 0);
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            float sum = 0.0f;
            for (int64_t k = 0; k < depth; ++k)
                sum += x[i * depth + k] * w[j * depth + k];
            const float z = sum + bias[j];
            y[i * columns + j] = 0.5f * z * (1.0f + std::erf(z * 0.70710678f));
        }
    }
    return 0;
}
