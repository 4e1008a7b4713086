// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <cstdlib>

#include "loupe_kernel.h"

struct Freed {
    void *bytes;
    ~Freed() { std::free(bytes); }
};

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const Freed space{std::aligned_alloc(64, 4096)};

    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.0f ? x[i] : 0.0f;
    return 0;
}
