// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the elements after the last whole block of 16 are computed with stale data.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *base = loupe_abi::input<float>(call, 0);
    const float *exponent = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    float block[16] = {};
    for (int64_t i = 0; i < count; i += 16) {
        if (i + 16 <= count) {
            for (int64_t j = 0; j < 16; ++j)
                block[j] = std::pow(base[i + j], exponent[i + j]);
        }
        for (int64_t j = 0; j < 16 && i + j < count; ++j)
            y[i + j] = block[j];
    }
    return 0;
}
