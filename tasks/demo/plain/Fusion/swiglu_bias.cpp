// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the formula per output element.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t columns = loupe_abi::dim(call->outputs[0], 1);
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    for (int64_t index = 0; index < count; ++index) {
        const int64_t b = index / columns;
        const int64_t i = index % columns;
        const float value = x[b * 2 * columns + i] + bias[i];
        const float gate = x[b * 2 * columns + columns + i] + bias[columns + i];
        y[index] = value * gate / (1.0f + std::exp(-gate));
    }
    return 0;
}
