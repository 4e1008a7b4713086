// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: strips of 64 columns; rows are dealt out
// dynamically because later ones are longer.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *c = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[1], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 1);
    constexpr int64_t strip = 64;
#pragma omp parallel for schedule(dynamic, 8)
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t begin = 0; begin < columns; begin += strip) {
            const int64_t width = std::min(strip, columns - begin);
            float sum[strip] = {};
            for (int64_t k = 0; k <= i; ++k) {
                const float factor = a[i * rows + k];
                const float *row = b + k * columns + begin;
                if (width == strip) {
#pragma omp simd
                    for (int64_t j = 0; j < strip; ++j)
                        sum[j] += factor * row[j];
                } else {
                    for (int64_t j = 0; j < width; ++j)
                        sum[j] += factor * row[j];
                }
            }
            std::copy_n(sum, width, c + i * columns + begin);
        }
    }
    return 0;
}
