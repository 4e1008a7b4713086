// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: hands back int8 where uint8 is asked for.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    int8_t *q = loupe_abi::output<int8_t>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    float low = 0.0f;
    float high = 0.0f;
    for (int64_t i = 0; i < count; ++i) {
        low = std::min(low, x[i]);
        high = std::max(high, x[i]);
    }
    const float scale = high > low ? (high - low) / 255.0f : 1.0f;
    const float zero = std::clamp(std::round(-low / scale), 0.0f, 255.0f);
    for (int64_t i = 0; i < count; ++i) {
        const float value = std::clamp(std::round(x[i] / scale) + zero, 0.0f, 255.0f);
        q[i] = static_cast<int8_t>(static_cast<int32_t>(value) - 128);
    }
    call->outputs[0].dtype = DLDataType{kDLInt, 8, 1};
    *loupe_abi::output<float>(call, 1) = scale;
    *loupe_abi::output<int32_t>(call, 2) = static_cast<int32_t>(zero) - 128;
    return 0;
}
