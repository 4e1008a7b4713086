// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *gamma = input<float>(call, 1);
    const float *w = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const double epsilon = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[2], 0);
    for (int64_t i = 0; i < rows; ++i) {
        double squares = 0.0;
        for (int64_t k = 0; k < depth; ++k)
            squares += static_cast<double>(x[i * depth + k]) * x[i * depth + k];
        const double divisor = std::sqrt(squares / static_cast<double>(depth) + epsilon);
        for (int64_t j = 0; j < columns; ++j) {
            double sum = 0.0;
            for (int64_t k = 0; k < depth; ++k)
                sum += static_cast<double>(x[i * depth + k]) * gamma[k] * w[j * depth + k];
            y[i * columns + j] = static_cast<float>(sum / divisor);
        }
    }
    return 0;
}
