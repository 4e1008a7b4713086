// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *residual = input<float>(call, 1);
    const float *gamma = input<float>(call, 2);
    const float *beta = input<float>(call, 3);
    float *y = output<float>(call, 0);
    const double epsilon = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const auto z = [=](int64_t i) {
            return static_cast<double>(x[b * columns + i]) + residual[b * columns + i];
        };
        double mean = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            mean += z(i);
        mean /= static_cast<double>(columns);
        double variance = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            variance += (z(i) - mean) * (z(i) - mean);
        variance /= static_cast<double>(columns);
        for (int64_t i = 0; i < columns; ++i)
            y[b * columns + i] = static_cast<float>(
                (z(i) - mean) / std::sqrt(variance + epsilon) * gamma[i] + beta[i]);
    }
    return 0;
}
