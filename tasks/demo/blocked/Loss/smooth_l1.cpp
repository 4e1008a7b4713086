// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>

#include "loupe_kernel.h"

// Without a branch: with m = min(d, beta) a term is m · (d - m / 2) / beta in both cases.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float beta = static_cast<float>(call->attributes[0]);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict prediction = input<float>(call, 0) + b * columns;
        const float *__restrict target = input<float>(call, 1) + b * columns;
        float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < columns; ++i) {
            const float d = std::fabs(prediction[i] - target[i]);
            const float m = d < beta ? d : beta;
            sum += m * (d - 0.5f * m);
        }
        output<float>(call, 0)[b] = sum / beta;
    }
    return 0;
}
