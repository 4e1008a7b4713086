// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *source = loupe_abi::input<float>(call, 1);
    const int32_t *index = loupe_abi::input<int32_t>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    const int64_t additions = loupe_abi::dim(call->inputs[1], 0);
    for (int64_t i = 0; i < additions; ++i) {
        for (int64_t j = 0; j < columns; ++j)
            y[index[i] * columns + j] += source[i * columns + j];
    }
    return 0;
}
