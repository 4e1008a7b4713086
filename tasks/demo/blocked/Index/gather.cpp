// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t picks = dim(call->inputs[1], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict x = input<float>(call, 0) + b * columns;
        const int64_t *__restrict index = input<int64_t>(call, 1) + b * picks;
        float *__restrict y = output<float>(call, 0) + b * picks;
#pragma omp simd
        for (int64_t i = 0; i < picks; ++i)
            y[i] = x[index[i]];
    }
    return 0;
}
