// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *a = input<float>(call, 0);
    const float *b = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t planes = dim(call->outputs[0], 0);
    const int64_t rows = dim(call->outputs[0], 1);
    const int64_t columns = dim(call->outputs[0], 2);
    for (int64_t i = 0; i < planes; ++i)
        for (int64_t j = 0; j < rows; ++j)
            for (int64_t k = 0; k < columns; ++k) {
                const double sum = static_cast<double>(a[i * columns + k]) + b[j];
                y[(i * rows + j) * columns + k] = static_cast<float>(sum);
            }
    return 0;
}
