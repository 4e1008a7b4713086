// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t classes = dim(call->inputs[0], 1);
    double total = 0.0;
    for (int64_t b = 0; b < rows; ++b) {
        const float *x = input<float>(call, 0) + b * classes;
        const float *p = input<float>(call, 1) + b * classes;
        double largest = x[0];
        for (int64_t j = 1; j < classes; ++j)
            largest = std::fmax(largest, x[j]);
        double exponentials = 0.0;
        for (int64_t j = 0; j < classes; ++j)
            exponentials += std::exp(x[j] - largest);
        const double lse = largest + std::log(exponentials);
        double divergence = 0.0;
        for (int64_t j = 0; j < classes; ++j)
            if (p[j] > 0.0f)
                divergence += p[j] * (std::log(static_cast<double>(p[j])) - (x[j] - lse));
        output<float>(call, 0)[b] = static_cast<float>(divergence);
        total += divergence;
    }
    *output<float>(call, 1) = static_cast<float>(total / rows);
    return 0;
}
