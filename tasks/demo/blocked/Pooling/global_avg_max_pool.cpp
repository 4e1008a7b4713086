// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t area = dim(call->inputs[0], 2) * dim(call->inputs[0], 3);
    const float inverse = 1.0f / static_cast<float>(area);
#pragma omp parallel for schedule(static)
    for (int64_t plane = 0; plane < planes; ++plane) {
        const float *x = input<float>(call, 0) + plane * area;
        float sum = 0.0f;
        float largest = x[0];
#pragma omp simd reduction(+ : sum) reduction(max : largest)
        for (int64_t k = 0; k < area; ++k) {
            sum += x[k];
            largest = x[k] > largest ? x[k] : largest;
        }
        output<float>(call, 0)[plane] = sum * inverse;
        output<float>(call, 1)[plane] = largest;
    }
    return 0;
}
