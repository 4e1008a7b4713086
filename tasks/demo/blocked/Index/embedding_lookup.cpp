// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *weight = input<float>(call, 0);
    const int64_t *index = input<int64_t>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t width = dim(call->inputs[0], 1);
    const int64_t tokens = dim(call->inputs[1], 0);
    const size_t bytes = sizeof(float) * static_cast<size_t>(width);
    constexpr int64_t ahead = 4; // rows to fetch early: the next addresses are known
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < tokens; ++i) {
        if (i + ahead < tokens)
            __builtin_prefetch(weight + index[i + ahead] * width);
        if (index[i] == padding)
            std::memset(y + i * width, 0, bytes);
        else
            std::memcpy(y + i * width, weight + index[i] * width, bytes);
    }
    return 0;
}
