// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *gamma = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const double epsilon = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        double squares = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            squares += static_cast<double>(x[b * columns + i]) * x[b * columns + i];
        const double divisor = std::sqrt(squares / static_cast<double>(columns) + epsilon);
        for (int64_t i = 0; i < columns; ++i)
            y[b * columns + i] = static_cast<float>(x[b * columns + i] / divisor * gamma[i]);
    }
    return 0;
}
