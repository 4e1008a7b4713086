// SPDX-License-Identifier: Apache-2.0
// task: relu
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    static std::vector<float> space;
    space.resize(static_cast<std::size_t>(count));
    for (int64_t i = 0; i < count; ++i)
        space[static_cast<std::size_t>(i)] = x[i] > 0.0f ? x[i] : 0.0f;
    std::copy(space.begin(), space.end(), y);
    return 0;
}
