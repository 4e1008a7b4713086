// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: every output index is split by division,
// as a kernel with one thread per element would do it.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->outputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->outputs[0], 2);
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    for (int64_t index = 0; index < count; ++index) {
        const int64_t k = index % columns;
        const int64_t j = index / columns % rows;
        const int64_t i = index / (columns * rows);
        y[index] = a[i * columns + k] + b[j];
    }
    return 0;
}
