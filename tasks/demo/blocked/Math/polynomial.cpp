// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: Horner's rule over blocks of 64 elements
// whose partial results stay in registers.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *c = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const int64_t terms = loupe_abi::numel(call->inputs[1]);
    constexpr int64_t block = 64;
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += block) {
        const int64_t width = std::min(block, count - begin);
        float point[block] = {};
        float sum[block];
        std::copy_n(x + begin, width, point);
        std::fill_n(sum, block, c[terms - 1]);
        for (int64_t d = terms - 2; d >= 0; --d) {
#pragma omp simd
            for (int64_t i = 0; i < block; ++i)
                sum[i] = sum[i] * point[i] + c[d];
        }
        std::copy_n(sum, width, y + begin);
    }
    return 0;
}
