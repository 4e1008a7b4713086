// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: a contiguous block per thread, selected
// without a branch.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const float slope = static_cast<float>(call->attributes[0]);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    constexpr int64_t block = 16384;
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += block) {
        const int64_t end = std::min(begin + block, count);
#pragma omp simd
        for (int64_t i = begin; i < end; ++i)
            y[i] = x[i] > 0.0f ? x[i] : slope * x[i];
    }
    return 0;
}
