// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include "loupe_kernel.h"

// Eight elements at a time by doubling steps: the chain from block to block is one addition.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t block = 8;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t whole = columns - columns % block;
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict x = input<float>(call, 0) + b * columns;
        float *__restrict y = output<float>(call, 0) + b * columns;
        float carry = 0.0f;
        for (int64_t i = 0; i < whole; i += block) {
            const float a0 = x[i];
            const float a1 = x[i + 1] + a0;
            const float a2 = x[i + 2];
            const float a3 = x[i + 3] + a2;
            const float b0 = x[i + 4];
            const float b1 = x[i + 5] + b0;
            const float b2 = x[i + 6];
            const float b3 = x[i + 7] + b2;
            const float low = a1 + a3;
            const float middle = low + b1;
            y[i] = carry + a0;
            y[i + 1] = carry + a1;
            y[i + 2] = carry + (a1 + a2);
            y[i + 3] = carry + low;
            y[i + 4] = carry + (low + b0);
            y[i + 5] = carry + middle;
            y[i + 6] = carry + (middle + b2);
            y[i + 7] = carry + (middle + b3);
            carry = y[i + 7];
        }
        for (int64_t i = whole; i < columns; ++i)
            y[i] = carry += x[i];
    }
    return 0;
}
