// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the function has another name than the one asked for.
#include "loupe_kernel.h"

extern "C" int32_t xor_popcount_kernel(const LoupeCall *call)
{
    const int32_t *a = loupe_abi::input<int32_t>(call, 0);
    const int32_t *b = loupe_abi::input<int32_t>(call, 1);
    int32_t *y = loupe_abi::output<int32_t>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i)
        y[i] = __builtin_popcount(static_cast<uint32_t>(a[i] ^ b[i]));
    return 0;
}
