// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *a = input<float>(call, 0);
    const float *b = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const double scale = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[1], 1);
    std::vector<double> z(static_cast<size_t>(columns));
    for (int64_t i = 0; i < rows; ++i) {
        std::fill(z.begin(), z.end(), 0.0);
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t j = 0; j < columns; ++j)
                z[static_cast<size_t>(j)]
                    += scale * a[i * depth + k] * static_cast<double>(b[k * columns + j]);
        const double largest = *std::max_element(z.begin(), z.end());
        double sum = 0.0;
        for (const double value : z)
            sum += std::exp(value - largest);
        for (int64_t j = 0; j < columns; ++j)
            y[i * columns + j]
                = static_cast<float>(std::exp(z[static_cast<size_t>(j)] - largest) / sum);
    }
    return 0;
}
