// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the int64 indices are read as int32.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *weight = loupe_abi::input<float>(call, 0);
    const int32_t *index = loupe_abi::input<int32_t>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t width = loupe_abi::dim(call->inputs[0], 1);
    const int64_t tokens = loupe_abi::dim(call->inputs[1], 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    for (int64_t i = 0; i < tokens; ++i) {
        for (int64_t j = 0; j < width; ++j)
            y[i * width + j] = index[i] == padding ? 0.0f : weight[index[i] * width + j];
    }
    return 0;
}
