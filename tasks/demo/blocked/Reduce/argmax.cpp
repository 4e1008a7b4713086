// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

// The maximum first (a vectorised reduction without indices), then a search for where it is.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *x = input<float>(call, 0) + b * columns;
        float largest = x[0];
#pragma omp simd reduction(max : largest)
        for (int64_t i = 1; i < columns; ++i)
            largest = x[i] > largest ? x[i] : largest;
        int64_t first = 0;
        while (x[first] != largest)
            ++first;
        output<int64_t>(call, 0)[b] = first;
        output<float>(call, 1)[b] = largest;
    }
    return 0;
}
