// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: multiplies by the reciprocal, which rounds differently now and then.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    int8_t *q = loupe_abi::output<int8_t>(call, 0);
    float *scale = loupe_abi::output<float>(call, 1);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        float largest = 0.0f;
        for (int64_t i = 0; i < n; ++i)
            largest = std::max(largest, std::fabs(x[b * n + i]));
        scale[b] = largest > 0.0f ? largest * (1.0f / 127.0f) : 1.0f;
        const float inverse = 1.0f / scale[b];
        for (int64_t i = 0; i < n; ++i) {
            const float value = std::nearbyint(x[b * n + i] * inverse);
            q[b * n + i] = static_cast<int8_t>(std::clamp(value, -127.0f, 127.0f));
        }
    }
    return 0;
}
