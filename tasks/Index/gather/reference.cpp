// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const int64_t *index = input<int64_t>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t picks = dim(call->inputs[1], 1);
    for (int64_t b = 0; b < rows; ++b)
        for (int64_t i = 0; i < picks; ++i)
            y[b * picks + i] = x[b * columns + index[b * picks + i]];
    return 0;
}
