// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>

#include "loupe_kernel.h"

// |x| / scale is at most 127 after rounding, so the clamp of the contract never acts.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict x = input<float>(call, 0) + b * columns;
        int8_t *__restrict q = output<int8_t>(call, 0) + b * columns;
        float largest = 0.0f;
#pragma omp simd reduction(max : largest)
        for (int64_t i = 0; i < columns; ++i) {
            const float size = std::fabs(x[i]);
            largest = size > largest ? size : largest;
        }
        const float scale = largest > 0.0f ? largest / 127.0f : 1.0f;
#pragma omp simd
        for (int64_t i = 0; i < columns; ++i)
            q[i] = static_cast<int8_t>(static_cast<int32_t>(std::rint(x[i] / scale)));
        output<float>(call, 1)[b] = scale;
    }
    return 0;
}
