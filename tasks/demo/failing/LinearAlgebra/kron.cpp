// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: hands back the product as a tensor of four axes, not reshaped to two.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    static int64_t shape[4];
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t na = loupe_abi::numel(call->inputs[0]);
    const int64_t nb = loupe_abi::numel(call->inputs[1]);
    for (int64_t i = 0; i < na; ++i) {
        for (int64_t j = 0; j < nb; ++j)
            y[i * nb + j] = a[i] * b[j];
    }
    shape[0] = loupe_abi::dim(call->inputs[0], 0);
    shape[1] = loupe_abi::dim(call->inputs[0], 1);
    shape[2] = loupe_abi::dim(call->inputs[1], 0);
    shape[3] = loupe_abi::dim(call->inputs[1], 1);
    call->outputs[0].ndim = 4;
    call->outputs[0].shape = shape;
    return 0;
}
