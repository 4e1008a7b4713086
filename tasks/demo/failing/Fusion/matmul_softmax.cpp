// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: sums block by block, but forgets to rescale when the maximum grows.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int64_t block = 32;
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 0);
    const int64_t k = loupe_abi::dim(call->inputs[0], 1);
    const int64_t n = loupe_abi::dim(call->inputs[1], 1);
    const float scale = static_cast<float>(call->attributes[0]);
    for (int64_t i = 0; i < m; ++i) {
        float *row = y + i * n;
        float largest = -INFINITY;
        float sum = 0.0f;
        for (int64_t begin = 0; begin < n; begin += block) {
            const int64_t end = std::min(n, begin + block);
            for (int64_t j = begin; j < end; ++j) {
                float z = 0.0f;
                for (int64_t p = 0; p < k; ++p)
                    z += a[i * k + p] * b[p * n + j];
                row[j] = z * scale;
                largest = std::max(largest, row[j]);
            }
            for (int64_t j = begin; j < end; ++j) {
                row[j] = std::exp(row[j] - largest);
                sum += row[j];
            }
        }
        for (int64_t j = 0; j < n; ++j)
            row[j] /= sum;
    }
    return 0;
}
