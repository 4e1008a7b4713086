// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *gamma = input<float>(call, 1);
    const float *beta = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const double epsilon = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        double mean = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            mean += x[b * columns + i];
        mean /= static_cast<double>(columns);
        double variance = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            variance += (x[b * columns + i] - mean) * (x[b * columns + i] - mean);
        variance /= static_cast<double>(columns);
        for (int64_t i = 0; i < columns; ++i) {
            const double normalized = (x[b * columns + i] - mean) / std::sqrt(variance + epsilon);
            y[b * columns + i] = static_cast<float>(normalized * gamma[i] + beta[i]);
        }
    }
    return 0;
}
