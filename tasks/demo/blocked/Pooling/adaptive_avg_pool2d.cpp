// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

// Each band of rows is first added into one line, vectorised; the windows are then sums over
// parts of that line.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
#pragma omp parallel
    {
        std::vector<float> line(width);
#pragma omp for collapse(2) schedule(static)
        for (int64_t plane = 0; plane < planes; ++plane) {
            for (int64_t p = 0; p < outHeight; ++p) {
                const float *__restrict x = input<float>(call, 0) + plane * height * width;
                float *__restrict y = output<float>(call, 0) + (plane * outHeight + p) * outWidth;
                const int64_t top = p * height / outHeight;
                const int64_t bottom = ((p + 1) * height + outHeight - 1) / outHeight;
                float *__restrict sums = line.data();
                std::copy_n(x + top * width, width, sums);
                for (int64_t h = top + 1; h < bottom; ++h) {
#pragma omp simd
                    for (int64_t w = 0; w < width; ++w)
                        sums[w] += x[h * width + w];
                }
                for (int64_t q = 0; q < outWidth; ++q) {
                    const int64_t left = q * width / outWidth;
                    const int64_t right = ((q + 1) * width + outWidth - 1) / outWidth;
                    float sum = 0.0f;
                    for (int64_t w = left; w < right; ++w)
                        sum += sums[w];
                    y[q] = sum / static_cast<float>((bottom - top) * (right - left));
                }
            }
        }
    }
    return 0;
}
