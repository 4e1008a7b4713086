// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: waits at a barrier for more threads than there are: it hangs.
#include <atomic>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int workers = 32;
    const float *x = loupe_abi::input<float>(call, 0);
    float *average = loupe_abi::output<float>(call, 0);
    float *largest = loupe_abi::output<float>(call, 1);
    const int64_t planes = loupe_abi::dim(call->inputs[0], 0) * loupe_abi::dim(call->inputs[0], 1);
    const int64_t size = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
    for (int64_t plane = 0; plane < planes; ++plane) {
        const float *values = x + plane * size;
        float sums[workers] = {};
        std::atomic<int> arrived = 0;
        // As a block of threads on a GPU would: each sums its part, then all wait for all.
#pragma omp parallel for schedule(static, 1) num_threads(2)
        for (int t = 0; t < workers; ++t) {
            for (int64_t i = t; i < size; i += workers)
                sums[t] += values[i];
            ++arrived;
            while (arrived < workers) { }
        }
        float sum = 0.0f;
        float best = values[0];
        for (const float part : sums)
            sum += part;
        for (int64_t i = 1; i < size; ++i)
            best = values[i] > best ? values[i] : best;
        average[plane] = sum / static_cast<float>(size);
        largest[plane] = best;
    }
    return 0;
}
