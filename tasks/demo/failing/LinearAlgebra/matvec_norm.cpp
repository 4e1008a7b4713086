// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: refuses every size that is not a multiple of its block.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int64_t block = 64;
    const float *a = loupe_abi::input<float>(call, 0);
    const float *x = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    float *norm = loupe_abi::output<float>(call, 1);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    if (m % block != 0 || n % block != 0)
        return -1;
    double squares = 0.0;
    for (int64_t i = 0; i < m; ++i) {
        double sum = 0.0;
        for (int64_t j = 0; j < n; ++j)
            sum += static_cast<double>(a[i * n + j]) * x[j];
        y[i] = static_cast<float>(sum);
        squares += sum * sum;
    }
    *norm = static_cast<float>(std::sqrt(squares));
    return 0;
}
