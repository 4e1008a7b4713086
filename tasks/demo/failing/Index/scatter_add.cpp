// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: threads add to the same rows without atomics, and the last additions are nobody's.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int64_t threads = 4;
    const float *base = loupe_abi::input<float>(call, 0);
    const float *source = loupe_abi::input<float>(call, 1);
    const int32_t *index = loupe_abi::input<int32_t>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    const int64_t perThread = loupe_abi::dim(call->inputs[1], 0) / threads;
    std::memcpy(y, base, sizeof(float) * loupe_abi::numel(call->inputs[0]));
#pragma omp parallel for num_threads(threads)
    for (int64_t t = 0; t < threads; ++t) {
        for (int64_t i = t * perThread; i < (t + 1) * perThread; ++i) {
            for (int64_t j = 0; j < columns; ++j)
                y[index[i] * columns + j] += source[i * columns + j];
        }
    }
    return 0;
}
