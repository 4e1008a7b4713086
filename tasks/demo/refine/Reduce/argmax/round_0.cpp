// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    auto [index, value] = loupe_abi::outputs<int64_t, float>(call);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const float *largest = std::max_element(x + b * n, x + (b + 1) * n);
        index[b] = largest - (x + b * n);
        value[b] = *largest;
    }
    return 0;
}
