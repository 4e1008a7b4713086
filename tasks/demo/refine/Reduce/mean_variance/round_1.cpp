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
    // Welford: one pass, but a division for every element.
    for (int64_t b = 0; b < rows; ++b) {
        double m = 0.0;
        double squares = 0.0;
        for (int64_t i = 0; i < n; ++i) {
            const double delta = x[b * n + i] - m;
            m += delta / static_cast<double>(i + 1);
            squares += delta * (x[b * n + i] - m);
        }
        mean[b] = static_cast<float>(m);
        variance[b] = static_cast<float>(squares / static_cast<double>(n - 1));
    }
    return 0;
}
