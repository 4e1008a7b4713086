// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

// A block of the mask stays in the first-level cache while all batches pass over it.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t block = 4096;
    const float *__restrict x = input<float>(call, 0);
    const uint8_t *__restrict mask = input<uint8_t>(call, 1);
    float *__restrict y = output<float>(call, 0);
    const float value = static_cast<float>(call->attributes[0]);
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t plane = numel(call->inputs[1]);
#pragma omp parallel for schedule(static)
    for (int64_t start = 0; start < plane; start += block) {
        const int64_t end = std::min(start + block, plane);
        for (int64_t b = 0; b < batches; ++b) {
            const float *__restrict from = x + b * plane;
            float *__restrict to = y + b * plane;
#pragma omp simd
            for (int64_t k = start; k < end; ++k)
                to[k] = mask[k] ? value : from[k];
        }
    }
    return 0;
}
