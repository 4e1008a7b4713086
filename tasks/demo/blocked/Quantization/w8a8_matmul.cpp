// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

namespace {

float quantise(const float *__restrict x, int16_t *__restrict q, int64_t depth)
{
    float largest = 0.0f;
#pragma omp simd reduction(max : largest)
    for (int64_t k = 0; k < depth; ++k) {
        const float size = std::fabs(x[k]);
        largest = size > largest ? size : largest;
    }
    const float scale = largest > 0.0f ? largest / 127.0f : 1.0f;
#pragma omp simd
    for (int64_t k = 0; k < depth; ++k)
        q[k] = static_cast<int16_t>(static_cast<int32_t>(std::rint(x[k] / scale)));
    return scale;
}

} // namespace

// Both operands as int16, whose products the CPU adds in pairs into int32: a plain loop is known to
// the compiler as a dot product, one under `omp simd` is not. A channel's weights are widened once.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t channels = dim(call->inputs[1], 0);
    std::vector<int16_t> q(rows * depth);
    std::vector<float> scales(rows);
#pragma omp parallel
    {
        std::vector<int16_t> wide(depth);
#pragma omp for schedule(static)
        for (int64_t m = 0; m < rows; ++m)
            scales[m] = quantise(input<float>(call, 0) + m * depth, q.data() + m * depth, depth);
#pragma omp for schedule(static)
        for (int64_t n = 0; n < channels; ++n) {
            const int8_t *weights = input<int8_t>(call, 1) + n * depth;
            std::copy_n(weights, depth, wide.begin());
            const float wScale = input<float>(call, 2)[n];
            const int16_t *__restrict w = wide.data();
            for (int64_t m = 0; m < rows; ++m) {
                const int16_t *__restrict a = q.data() + m * depth;
                int32_t sum = 0;
                for (int64_t k = 0; k < depth; ++k)
                    sum += a[k] * w[k];
                output<float>(call, 0)[m * channels + n]
                    = static_cast<float>(sum) * (scales[m] * wScale);
            }
        }
    }
    return 0;
}
