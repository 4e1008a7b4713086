// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

// The column positions are the same for all rows and are worked out once. Each output row first
// mixes its two input rows (vectorised), then takes neighbours from the mixture.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const double factor = call->attributes[0];
    const int64_t planes = dim(call->inputs[0], 0) * dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t outHeight = dim(call->outputs[0], 2);
    const int64_t outWidth = dim(call->outputs[0], 3);
    std::vector<int32_t> column(outWidth);
    std::vector<float> weight(outWidth);
    for (int64_t j = 0; j < outWidth; ++j) {
        const double s = std::max(0.0, (static_cast<double>(j) + 0.5) / factor - 0.5);
        column[j] = static_cast<int32_t>(s);
        weight[j] = static_cast<float>(s - column[j]);
    }
#pragma omp parallel
    {
        std::vector<float> mixture(width + 1);
        float *__restrict mixed = mixture.data();
#pragma omp for collapse(2) schedule(static)
        for (int64_t plane = 0; plane < planes; ++plane) {
            for (int64_t i = 0; i < outHeight; ++i) {
                const double s = std::max(0.0, (static_cast<double>(i) + 0.5) / factor - 0.5);
                const int64_t h0 = static_cast<int64_t>(s);
                const int64_t h1 = std::min(h0 + 1, height - 1);
                const float a = static_cast<float>(s - static_cast<double>(h0));
                const float *__restrict upper
                    = input<float>(call, 0) + (plane * height + h0) * width;
                const float *__restrict lower
                    = input<float>(call, 0) + (plane * height + h1) * width;
                float *__restrict y = output<float>(call, 0) + (plane * outHeight + i) * outWidth;
#pragma omp simd
                for (int64_t w = 0; w < width; ++w)
                    mixed[w] = (1.0f - a) * upper[w] + a * lower[w];
                mixed[width] = mixed[width - 1];
                const int32_t *__restrict at = column.data();
                const float *__restrict b = weight.data();
#pragma omp simd
                for (int64_t j = 0; j < outWidth; ++j)
                    y[j] = (1.0f - b[j]) * mixed[at[j]] + b[j] * mixed[at[j] + 1];
            }
        }
    }
    return 0;
}
