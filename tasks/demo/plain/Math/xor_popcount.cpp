// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the bits are counted one by one.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *a = loupe_abi::input<int32_t>(call, 0);
    const int32_t *b = loupe_abi::input<int32_t>(call, 1);
    int32_t *y = loupe_abi::output<int32_t>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        int32_t ones = 0;
        for (uint32_t bits = static_cast<uint32_t>(a[i] ^ b[i]); bits != 0; bits >>= 1)
            ones += static_cast<int32_t>(bits & 1u);
        y[i] = ones;
    }
    return 0;
}
