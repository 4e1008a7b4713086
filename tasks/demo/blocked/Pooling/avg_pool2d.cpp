// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

// Separable: the window's rows are added into one padded line, then the line is summed across.
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
    const float inverse = 1.0f / static_cast<float>(kernel * kernel);
#pragma omp parallel
    {
        std::vector<float> line(width + 2 * padding);
#pragma omp for schedule(static)
        for (int64_t row = 0; row < planes * outHeight; ++row) {
            const float *x = input<float>(call, 0) + row / outHeight * height * width;
            float *__restrict y = output<float>(call, 0) + row * outWidth;
            const int64_t top = row % outHeight * stride - padding;
            std::fill(line.begin(), line.end(), 0.0f);
            float *__restrict middle = line.data() + padding;
            for (int64_t h = std::max<int64_t>(top, 0); h < std::min(top + kernel, height); ++h) {
#pragma omp simd
                for (int64_t w = 0; w < width; ++w)
                    middle[w] += x[h * width + w];
            }
            const float *__restrict sums = line.data();
            for (int64_t j = 0; j < outWidth; ++j) {
                float sum = 0.0f;
                for (int64_t k = 0; k < kernel; ++k)
                    sum += sums[j * stride + k];
                y[j] = sum * inverse;
            }
        }
    }
    return 0;
}
