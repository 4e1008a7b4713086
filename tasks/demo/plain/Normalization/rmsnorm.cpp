// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: sum of squares, then the division.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t row = 0; row < rows; ++row) {
        float squares = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            squares += x[row * columns + i] * x[row * columns + i];
        const float root = std::sqrt(squares / static_cast<float>(columns) + epsilon);
        for (int64_t i = 0; i < columns; ++i)
            y[row * columns + i] = x[row * columns + i] / root * gamma[i];
    }
    return 0;
}
