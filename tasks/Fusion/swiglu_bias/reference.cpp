// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *bias = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t rows = dim(call->outputs[0], 0);
    const int64_t columns = dim(call->outputs[0], 1);
    for (int64_t b = 0; b < rows; ++b)
        for (int64_t i = 0; i < columns; ++i) {
            const float *row = x + b * 2 * columns;
            const double value = static_cast<double>(row[i]) + bias[i];
            const double gate = static_cast<double>(row[columns + i]) + bias[columns + i];
            y[b * columns + i] = static_cast<float>(value * gate / (1.0 + std::exp(-gate)));
        }
    return 0;
}
