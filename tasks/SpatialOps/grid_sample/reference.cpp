// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t channels = dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t points = dim(call->inputs[1], 1) * dim(call->inputs[1], 2);
    float *y = output<float>(call, 0);
    for (int64_t n = 0; n < batches; ++n) {
        const float *grid = input<float>(call, 1) + n * points * 2;
        for (int64_t c = 0; c < channels; ++c) {
            const float *x = input<float>(call, 0) + (n * channels + c) * height * width;
            const auto pixel = [&](int64_t h, int64_t w) {
                const bool inside = h >= 0 && h < height && w >= 0 && w < width;
                return inside ? static_cast<double>(x[h * width + w]) : 0.0;
            };
            for (int64_t k = 0; k < points; ++k) {
                const double fx = (grid[2 * k] + 1.0) * (width - 1) / 2.0;
                const double fy = (grid[2 * k + 1] + 1.0) * (height - 1) / 2.0;
                const int64_t w = static_cast<int64_t>(std::floor(fx));
                const int64_t h = static_cast<int64_t>(std::floor(fy));
                const double b = fx - w;
                const double a = fy - h;
                *y++ = static_cast<float>(
                    (1.0 - a) * ((1.0 - b) * pixel(h, w) + b * pixel(h, w + 1))
                    + a * ((1.0 - b) * pixel(h + 1, w) + b * pixel(h + 1, w + 1)));
            }
        }
    }
    return 0;
}
