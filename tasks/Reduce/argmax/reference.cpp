// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    int64_t *index = output<int64_t>(call, 0);
    float *value = output<float>(call, 1);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        int64_t best = 0;
        for (int64_t i = 1; i < columns; ++i)
            if (x[b * columns + i] > x[b * columns + best])
                best = i;
        index[b] = best;
        value[b] = x[b * columns + best];
    }
    return 0;
}
