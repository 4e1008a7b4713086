// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint8_t *similar = input<uint8_t>(call, 2);
    const float margin = static_cast<float>(call->attributes[0]);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t width = dim(call->inputs[0], 1);
    float total = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict x1 = input<float>(call, 0) + b * width;
        const float *__restrict x2 = input<float>(call, 1) + b * width;
        float dot = 0.0f, squares1 = 0.0f, squares2 = 0.0f;
#pragma omp simd reduction(+ : dot, squares1, squares2)
        for (int64_t d = 0; d < width; ++d) {
            dot += x1[d] * x2[d];
            squares1 += x1[d] * x1[d];
            squares2 += x2[d] * x2[d];
        }
        const float norms = std::sqrt(squares1) * std::sqrt(squares2);
        const float cosine = dot / std::max(norms, 1e-8f);
        const float loss = similar[b] ? 1.0f - cosine : std::max(0.0f, cosine - margin);
        output<float>(call, 0)[b] = loss;
        total += loss;
    }
    *output<float>(call, 1) = total / static_cast<float>(rows);
    return 0;
}
