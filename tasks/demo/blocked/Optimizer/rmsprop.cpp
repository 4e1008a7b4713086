// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

// A promise that sqrtf leaves errno alone: without it a loop that holds one does not vectorise.
extern "C" float sqrtf(float) noexcept __attribute__((const));

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t block = 8192;
    const float rate = static_cast<float>(call->attributes[0]);
    const float alpha = static_cast<float>(call->attributes[1]);
    const float rest = static_cast<float>(1.0 - call->attributes[1]);
    const float momentum = static_cast<float>(call->attributes[2]);
    const float epsilon = static_cast<float>(call->attributes[3]);
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for schedule(static) if (count > 2 * block)
    for (int64_t start = 0; start < count; start += block) {
        const int64_t length = std::min(block, count - start);
        const float *__restrict p = input<float>(call, 0) + start;
        const float *__restrict g = input<float>(call, 1) + start;
        const float *__restrict s = input<float>(call, 2) + start;
        const float *__restrict b = input<float>(call, 3) + start;
        float *__restrict newP = output<float>(call, 0) + start;
        float *__restrict newS = output<float>(call, 1) + start;
        float *__restrict newB = output<float>(call, 2) + start;
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) {
            const float square = alpha * s[i] + rest * (g[i] * g[i]);
            const float buffer = momentum * b[i] + g[i] / (sqrtf(square) + epsilon);
            newS[i] = square;
            newB[i] = buffer;
            newP[i] = p[i] - rate * buffer;
        }
    }
    return 0;
}
