// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *__restrict x = loupe_abi::input<float>(call, 0);
    float *__restrict y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    // exp(x) = 2^k exp(r) with |r| <= ln 2 / 2; ln 2 in two parts so that r is exact.
    for (int64_t i = 0; i < count; ++i) {
        const float z = x[i] < -104.0f ? -104.0f : (x[i] > 89.0f ? 89.0f : x[i]);
        const float k = std::rint(z * 1.44269504f);
        const float r = (z - k * 0.693145752f) - k * 1.42860677e-6f;
        float p = 1.0f / 5040.0f;
        p = p * r + 1.0f / 720.0f;
        p = p * r + 1.0f / 120.0f;
        p = p * r + 1.0f / 24.0f;
        p = p * r + 1.0f / 6.0f;
        p = p * r + 0.5f;
        p = p * r * r + r + 1.0f;
        // 2^k in two factors: k reaches 128 and -150.
        const int32_t whole = static_cast<int32_t>(k);
        const int32_t half = whole / 2;
        const float a = __builtin_bit_cast(float, (half + 127) << 23);
        const float b = __builtin_bit_cast(float, (whole - half + 127) << 23);
        y[i] = p * a * b;
    }
    return 0;
}
