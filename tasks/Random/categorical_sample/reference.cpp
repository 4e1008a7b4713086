// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t categories = dim(call->inputs[0], 1);
    const int64_t samples = dim(call->inputs[1], 1);
    for (int64_t b = 0; b < rows; ++b) {
        const int32_t *weights = input<int32_t>(call, 0) + b * categories;
        int64_t total = 0;
        for (int64_t i = 0; i < categories; ++i)
            total += weights[i];
        for (int64_t s = 0; s < samples; ++s) {
            const double mark = static_cast<double>(input<float>(call, 1)[b * samples + s])
                * static_cast<double>(total);
            int64_t index = 0;
            int64_t cumulative = weights[0];
            while (index < categories - 1 && static_cast<double>(cumulative) <= mark)
                cumulative += weights[++index];
            output<int32_t>(call, 0)[b * samples + s] = static_cast<int32_t>(index);
        }
    }
    return 0;
}
