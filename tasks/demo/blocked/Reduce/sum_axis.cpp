// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

// Walks the rows in memory order with a strip of column sums in registers.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t strip = 64;
    const int64_t outer = dim(call->inputs[0], 0);
    const int64_t length = dim(call->inputs[0], 1);
    const int64_t inner = dim(call->inputs[0], 2);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t a = 0; a < outer; ++a) {
        for (int64_t start = 0; start < inner; start += strip) {
            const int64_t width = std::min(strip, inner - start);
            const float *x = input<float>(call, 0) + a * length * inner + start;
            float sums[strip] = {};
            if (width == strip) {
                for (int64_t n = 0; n < length; ++n) {
#pragma omp simd
                    for (int64_t c = 0; c < strip; ++c)
                        sums[c] += x[n * inner + c];
                }
            } else {
                for (int64_t n = 0; n < length; ++n) {
#pragma omp simd
                    for (int64_t c = 0; c < width; ++c)
                        sums[c] += x[n * inner + c];
                }
            }
            std::copy_n(sums, width, output<float>(call, 0) + a * inner + start);
        }
    }
    return 0;
}
