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

// Both operands as int16, whose products the CPU adds in pairs into int32. A panel of four
// channels is widened once and used by all rows.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t panel = 4;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t channels = dim(call->inputs[1], 0);
    std::vector<int16_t> q(rows * depth);
    std::vector<float> scales(rows);
#pragma omp parallel
    {
        std::vector<int16_t> wide(panel * depth);
#pragma omp for schedule(static)
        for (int64_t m = 0; m < rows; ++m)
            scales[m] = quantise(input<float>(call, 0) + m * depth, q.data() + m * depth, depth);
#pragma omp for schedule(static)
        for (int64_t first = 0; first < channels; first += panel) {
            const int64_t count = std::min(panel, channels - first);
            const int8_t *w = input<int8_t>(call, 1) + first * depth;
            const float *wScale = input<float>(call, 2) + first;
            std::copy_n(w, count * depth, wide.begin());
            const int16_t *__restrict w0 = wide.data();
            const int16_t *__restrict w1 = w0 + depth;
            const int16_t *__restrict w2 = w1 + depth;
            const int16_t *__restrict w3 = w2 + depth;
            for (int64_t m = 0; m < rows; ++m) {
                const int16_t *__restrict a = q.data() + m * depth;
                int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
                for (int64_t k = 0; k < depth; ++k) {
                    s0 += a[k] * w0[k];
                    s1 += a[k] * w1[k];
                    s2 += a[k] * w2[k];
                    s3 += a[k] * w3[k];
                }
                const int32_t sums[panel] = {s0, s1, s2, s3};
                float *y = output<float>(call, 0) + m * channels + first;
                for (int64_t n = 0; n < count; ++n)
                    y[n] = static_cast<float>(sums[n]) * (scales[m] * wScale[n]);
            }
        }
    }
    return 0;
}
