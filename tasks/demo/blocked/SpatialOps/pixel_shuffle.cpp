// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

// Reads each input row once, front to back; the r rows that interleave into one output row are
// written while that row is in the first-level cache.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t r = static_cast<int64_t>(call->attributes[0]);
    const int64_t planes = dim(call->outputs[0], 0) * dim(call->outputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < planes * height * r; ++row) {
        const int64_t i = row % r;
        const int64_t h = row / r % height;
        const int64_t plane = row / r / height;
        float *__restrict y = output<float>(call, 0) + row * width * r;
        for (int64_t j = 0; j < r; ++j) {
            const float *__restrict x
                = input<float>(call, 0) + (((plane * r + i) * r + j) * height + h) * width;
#pragma omp simd
            for (int64_t w = 0; w < width; ++w)
                y[w * r + j] = x[w];
        }
    }
    return 0;
}
