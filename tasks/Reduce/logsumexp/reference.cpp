// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        double largest = x[b * columns];
        for (int64_t i = 1; i < columns; ++i)
            largest = std::fmax(largest, x[b * columns + i]);
        double sum = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            sum += std::exp(x[b * columns + i] - largest);
        y[b] = static_cast<float>(largest + std::log(sum));
    }
    return 0;
}
