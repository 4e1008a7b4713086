// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

// Places and weights of a strip of points are worked out once and used for all channels. A point
// outside the plane gets weight 0 and the place 0, so that the inner loop has no branch.
namespace {

constexpr int64_t strip = 256;

struct Corners {
    int32_t place[4][strip];
    float weight[4][strip];
};

void locate(const float *grid, int64_t count, int64_t height, int64_t width, Corners &corners)
{
    for (int64_t k = 0; k < count; ++k) {
        const float fx = (grid[2 * k] + 1.0f) * (0.5f * static_cast<float>(width - 1));
        const float fy = (grid[2 * k + 1] + 1.0f) * (0.5f * static_cast<float>(height - 1));
        const float left = std::floor(fx);
        const float top = std::floor(fy);
        const float across[2] = {1.0f - (fx - left), fx - left};
        const float down[2] = {1.0f - (fy - top), fy - top};
        for (int corner = 0; corner < 4; ++corner) {
            const int64_t h = static_cast<int64_t>(top) + corner / 2;
            const int64_t w = static_cast<int64_t>(left) + corner % 2;
            const bool inside = h >= 0 && h < height && w >= 0 && w < width;
            corners.place[corner][k] = inside ? static_cast<int32_t>(h * width + w) : 0;
            corners.weight[corner][k] = inside ? down[corner / 2] * across[corner % 2] : 0.0f;
        }
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t channels = dim(call->inputs[0], 1);
    const int64_t height = dim(call->inputs[0], 2);
    const int64_t width = dim(call->inputs[0], 3);
    const int64_t points = dim(call->inputs[1], 1) * dim(call->inputs[1], 2);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t n = 0; n < batches; ++n) {
        for (int64_t start = 0; start < points; start += strip) {
            const int64_t count = std::min(strip, points - start);
            Corners corners;
            locate(input<float>(call, 1) + (n * points + start) * 2, count, height, width, corners);
            for (int64_t c = 0; c < channels; ++c) {
                const float *__restrict x
                    = input<float>(call, 0) + (n * channels + c) * height * width;
                float *__restrict y = output<float>(call, 0) + (n * channels + c) * points + start;
#pragma omp simd
                for (int64_t k = 0; k < count; ++k)
                    y[k] = corners.weight[0][k] * x[corners.place[0][k]]
                        + corners.weight[1][k] * x[corners.place[1][k]]
                        + corners.weight[2][k] * x[corners.place[2][k]]
                        + corners.weight[3][k] * x[corners.place[3][k]];
            }
        }
    }
    return 0;
}
