// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    uint8_t *q = output<uint8_t>(call, 0);
    const int64_t count = dim(call->inputs[0], 0);
    float low = 0.0f;
    float high = 0.0f;
    for (int64_t i = 0; i < count; ++i) {
        low = std::min(low, x[i]);
        high = std::max(high, x[i]);
    }
    const float scale = high > low ? (high - low) / 255.0f : 1.0f;
    // std::round rounds half away from zero.
    const float zero = std::clamp(std::round(-low / scale), 0.0f, 255.0f);
    for (int64_t i = 0; i < count; ++i)
        q[i] = static_cast<uint8_t>(std::clamp(std::round(x[i] / scale) + zero, 0.0f, 255.0f));
    *output<float>(call, 1) = scale;
    *output<int32_t>(call, 2) = static_cast<int32_t>(zero);
    return 0;
}
