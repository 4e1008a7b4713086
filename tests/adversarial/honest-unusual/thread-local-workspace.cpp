// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    thread_local std::vector<float> space(1024);
    for (int64_t at = 0; at < count; at += 1024) {
        const int64_t end = count - at < 1024 ? count : at + 1024;
        for (int64_t i = at; i < end; ++i)
            space[static_cast<std::size_t>(i - at)] = x[i];
        for (int64_t i = at; i < end; ++i)
            y[i] = space[static_cast<std::size_t>(i - at)] > 0.0f ? x[i] : 0.0f;
    }
    return 0;
}
