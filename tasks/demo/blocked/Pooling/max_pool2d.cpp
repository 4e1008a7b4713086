// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <limits>
#include <vector>

#include "loupe_kernel.h"

// One output row at a time: each kernel tap passes over the whole row as a branch-free loop, in
// row-major order of the taps, so that the first of equal values stays.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t kernel = static_cast<int64_t>(call->attributes[0]);
    const int64_t stride = static_cast<int64_t>(call->attributes[1]);
    const int64_t padding = static_cast<int64_t>(call->attributes[2]);
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
#pragma omp parallel
    {
        std::vector<int32_t> place(outWidth);
#pragma omp for schedule(static)
        for (int64_t row = 0; row < planes * outHeight; ++row) {
            const float *x = input<float>(call, 0) + row / outHeight * height * width;
            float *__restrict best = output<float>(call, 0) + row * outWidth;
            const int64_t top = row % outHeight * stride - padding;
            std::fill_n(best, outWidth, -std::numeric_limits<float>::infinity());
            const int64_t last = std::min(top + kernel, height);
            for (int64_t h = std::max<int64_t>(top, 0); h < last; ++h) {
                for (int64_t k = 0; k < kernel; ++k) {
                    const int64_t shift = k - padding;
                    const int64_t from = shift < 0 ? (-shift + stride - 1) / stride : 0;
                    const int64_t to = std::min(outWidth, (width - 1 - shift + stride) / stride);
                    const float *__restrict line = x + h * width + shift;
                    const int32_t base = static_cast<int32_t>(h * width + shift);
                    int32_t *__restrict at = place.data();
#pragma omp simd
                    for (int64_t j = from; j < to; ++j) {
                        const float value = line[j * stride];
                        const bool larger = value > best[j];
                        best[j] = larger ? value : best[j];
                        at[j] = larger ? base + static_cast<int32_t>(j * stride) : at[j];
                    }
                }
            }
            std::copy(place.begin(), place.end(), output<int64_t>(call, 1) + row * outWidth);
        }
    }
    return 0;
}
