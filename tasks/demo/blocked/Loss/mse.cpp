// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const float inverse = 1.0f / static_cast<float>(columns);
    float total = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict prediction = input<float>(call, 0) + b * columns;
        const float *__restrict target = input<float>(call, 1) + b * columns;
        float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = 0; i < columns; ++i)
            sum += (prediction[i] - target[i]) * (prediction[i] - target[i]);
        output<float>(call, 0)[b] = sum * inverse;
        total += sum * inverse;
    }
    *output<float>(call, 1) = total / static_cast<float>(rows);
    return 0;
}
