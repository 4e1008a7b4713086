// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

// All right-hand sides of a strip advance together, one row of x at a time: unit stride
// everywhere, and the strip of x stays in cache.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t strip = 64;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t sides = dim(call->inputs[1], 2);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t batch = 0; batch < batches; ++batch) {
        for (int64_t start = 0; start < sides; start += strip) {
            const int64_t width = std::min(strip, sides - start);
            const float *l = input<float>(call, 0) + batch * n * n;
            const float *b = input<float>(call, 1) + batch * n * sides + start;
            float *x = output<float>(call, 0) + batch * n * sides + start;
            for (int64_t i = 0; i < n; ++i) {
                float sums[strip];
                std::copy_n(b + i * sides, width, sums);
                for (int64_t k = 0; k < i; ++k) {
                    const float factor = l[i * n + k];
#pragma omp simd
                    for (int64_t r = 0; r < width; ++r)
                        sums[r] -= factor * x[k * sides + r];
                }
                const float inverse = 1.0f / l[i * n + i];
#pragma omp simd
                for (int64_t r = 0; r < width; ++r)
                    x[i * sides + r] = sums[r] * inverse;
            }
        }
    }
    return 0;
}
