// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: leaves out epsilon, which only shows where x is tiny.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        double squares = 0.0;
        for (int64_t i = 0; i < n; ++i)
            squares += static_cast<double>(x[b * n + i]) * x[b * n + i];
        const double scale = 1.0 / std::sqrt(squares / static_cast<double>(n));
        for (int64_t i = 0; i < n; ++i)
            y[b * n + i] = static_cast<float>(x[b * n + i] * scale * gamma[i]);
    }
    return 0;
}
