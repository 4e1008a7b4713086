// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t *target = input<int64_t>(call, 1);
    const double smoothing = call->attributes[0];
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t classes = dim(call->inputs[0], 1);
    double total = 0.0;
    for (int64_t b = 0; b < rows; ++b) {
        const float *x = input<float>(call, 0) + b * classes;
        double largest = x[0];
        for (int64_t j = 1; j < classes; ++j)
            largest = std::fmax(largest, x[j]);
        double exponentials = 0.0;
        double sum = 0.0;
        for (int64_t j = 0; j < classes; ++j) {
            exponentials += std::exp(x[j] - largest);
            sum += x[j];
        }
        const double loss = largest + std::log(exponentials) - (1.0 - smoothing) * x[target[b]]
            - smoothing * sum / classes;
        output<float>(call, 0)[b] = static_cast<float>(loss);
        total += loss;
    }
    *output<float>(call, 1) = static_cast<float>(total / rows);
    return 0;
}
