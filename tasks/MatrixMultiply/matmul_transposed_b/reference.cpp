// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *a = input<float>(call, 0);
    const float *b = input<float>(call, 1);
    float *c = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t columns = dim(call->inputs[1], 0);
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
            double sum = 0.0;
            for (int64_t k = 0; k < depth; ++k)
                sum += static_cast<double>(a[i * depth + k]) * b[j * depth + k];
            c[i * columns + j] = static_cast<float>(sum);
        }
    return 0;
}
