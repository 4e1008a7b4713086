// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    int8_t *q = output<int8_t>(call, 0);
    float *scales = output<float>(call, 1);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        float largest = 0.0f;
        for (int64_t i = 0; i < columns; ++i)
            largest = std::max(largest, std::fabs(x[b * columns + i]));
        const float scale = largest > 0.0f ? largest / 127.0f : 1.0f;
        for (int64_t i = 0; i < columns; ++i) {
            const float rounded = std::nearbyint(x[b * columns + i] / scale);
            q[b * columns + i] = static_cast<int8_t>(std::clamp(rounded, -127.0f, 127.0f));
        }
        scales[b] = scale;
    }
    return 0;
}
