// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *a = input<float>(call, 0);
    const float *b = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t m = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t p = dim(call->inputs[1], 0);
    const int64_t q = dim(call->inputs[1], 1);
    for (int64_t i = 0; i < m; ++i)
        for (int64_t k = 0; k < p; ++k)
            for (int64_t j = 0; j < n; ++j)
                for (int64_t l = 0; l < q; ++l)
                    *y++ = static_cast<float>(static_cast<double>(a[i * n + j]) * b[k * q + l]);
    return 0;
}
