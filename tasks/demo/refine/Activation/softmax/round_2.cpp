// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const double largest = *std::max_element(x + b * n, x + (b + 1) * n);
        double sum = 0.0;
        for (int64_t i = 0; i < n; ++i)
            sum += std::exp(x[b * n + i] - largest);
        for (int64_t i = 0; i < n; ++i)
            y[b * n + i] = static_cast<float>(std::exp(x[b * n + i] - largest) / sum);
    }
    return 0;
}
