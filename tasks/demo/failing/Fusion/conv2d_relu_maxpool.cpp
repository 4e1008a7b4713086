// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes the const away from its inputs: it does not compile.
#include <algorithm>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    float *x = loupe_abi::input<float>(call, 0);
    float *w = loupe_abi::input<float>(call, 1);
    float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t planes
        = loupe_abi::dim(call->outputs[0], 0) * loupe_abi::dim(call->outputs[0], 1);
    const int64_t size = loupe_abi::dim(call->outputs[0], 2) * loupe_abi::dim(call->outputs[0], 3);
    for (int64_t p = 0; p < planes; ++p) {
        for (int64_t i = 0; i < size; ++i)
            y[p * size + i] = std::max(0.0f, conv_at(x, w, bias, p, i));
    }
    return 0;
}
