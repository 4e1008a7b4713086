// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// Half away from zero from truncation: the difference value - whole is exact, so is the test.
inline int32_t roundHalfAway(float value)
{
    const float size = std::fabs(value);
    const int32_t whole = static_cast<int32_t>(size);
    const int32_t up = size - static_cast<float>(whole) >= 0.5f ? 1 : 0;
    return value < 0.0f ? -(whole + up) : whole + up;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *__restrict x = input<float>(call, 0);
    uint8_t *__restrict q = output<uint8_t>(call, 0);
    const int64_t count = dim(call->inputs[0], 0);
    float low = 0.0f, high = 0.0f;
#pragma omp parallel for simd schedule(static) reduction(min                                       \
                                                         : low)                                    \
    reduction(max                                                                                  \
              : high) if (count > 16384)
    for (int64_t i = 0; i < count; ++i) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    const float scale = high > low ? (high - low) / 255.0f : 1.0f;
    const int32_t zero = std::clamp(roundHalfAway(-low / scale), 0, 255);
#pragma omp parallel for simd schedule(static) if (count > 16384)
    for (int64_t i = 0; i < count; ++i) {
        const int32_t code = roundHalfAway(x[i] / scale) + zero;
        const int32_t lifted = code < 0 ? 0 : code;
        q[i] = static_cast<uint8_t>(lifted > 255 ? 255 : lifted);
    }
    *output<float>(call, 1) = scale;
    *output<int32_t>(call, 2) = zero;
    return 0;
}
