// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int32_t *a = input<int32_t>(call, 0);
    const int32_t *b = input<int32_t>(call, 1);
    int32_t *y = output<int32_t>(call, 0);
    const int64_t count = numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const uint32_t different = static_cast<uint32_t>(a[i]) ^ static_cast<uint32_t>(b[i]);
        int32_t ones = 0;
        for (int bit = 0; bit < 32; ++bit)
            ones += static_cast<int32_t>((different >> bit) & 1u);
        y[i] = ones;
    }
    return 0;
}
