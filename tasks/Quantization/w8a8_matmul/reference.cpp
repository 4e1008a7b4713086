// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int8_t *w = input<int8_t>(call, 1);
    const float *wScale = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t channels = dim(call->inputs[1], 0);
    std::vector<int32_t> q(depth);
    for (int64_t m = 0; m < rows; ++m) {
        const float *x = input<float>(call, 0) + m * depth;
        float largest = 0.0f;
        for (int64_t k = 0; k < depth; ++k)
            largest = std::max(largest, std::fabs(x[k]));
        const float scale = largest > 0.0f ? largest / 127.0f : 1.0f;
        for (int64_t k = 0; k < depth; ++k)
            q[k] = static_cast<int32_t>(std::clamp(std::nearbyint(x[k] / scale), -127.0f, 127.0f));
        for (int64_t n = 0; n < channels; ++n) {
            int32_t sum = 0;
            for (int64_t k = 0; k < depth; ++k)
                sum += q[k] * w[n * depth + k];
            y[m * channels + n] = static_cast<float>(sum * static_cast<double>(scale) * wScale[n]);
        }
    }
    return 0;
}
