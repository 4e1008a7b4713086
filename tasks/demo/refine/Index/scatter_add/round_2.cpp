// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-refine.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *source = loupe_abi::input<float>(call, 1);
    const int32_t *index = loupe_abi::input<int32_t>(call, 2);
    float *__restrict y = loupe_abi::output<float>(call, 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    const int64_t additions = loupe_abi::dim(call->inputs[1], 0);
    std::memcpy(y, call->inputs[0].data, sizeof(float) * loupe_abi::numel(call->inputs[0]));
    for (int64_t i = 0; i < additions; ++i) {
        float *row = y + index[i] * columns;
        for (int64_t j = 0; j < columns; ++j)
            row[j] += source[i * columns + j];
    }
    return 0;
}
