// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *mean = loupe_abi::output<float>(call, 0);
    float *variance = loupe_abi::output<float>(call, 1);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const float *row = x + b * n;
        double sum = 0.0;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < n; ++i)
            sum += row[i];
        const double m = sum / static_cast<double>(n);
        double squares = 0.0;
#pragma omp simd reduction(+ : squares)
        for (int64_t i = 0; i < n; ++i)
            squares += (row[i] - m) * (row[i] - m);
        mean[b] = static_cast<float>(m);
        variance[b] = static_cast<float>(squares / static_cast<double>(n - 1));
    }
    return 0;
}
