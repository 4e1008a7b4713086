// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

// Two passes over a row that stays in cache, both vectorised.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *x = input<float>(call, 0) + b * columns;
        float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < columns; ++i)
            sum += x[i];
        const float centre = sum / static_cast<float>(columns);
        float squares = 0.0f;
#pragma omp simd reduction(+ : squares)
        for (int64_t i = 0; i < columns; ++i)
            squares += (x[i] - centre) * (x[i] - centre);
        output<float>(call, 0)[b] = centre;
        output<float>(call, 1)[b] = squares / static_cast<float>(columns - 1);
    }
    return 0;
}
