// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the bit trick for exp is off by up to 3 percent.
#include <cstdint>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const float scaled = 12102203.0f * x[i] + 1064866805.0f;
        y[i] = __builtin_bit_cast(float, static_cast<int32_t>(scaled));
    }
    return 0;
}
