// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: throws where a size is not a whole number of vectors.
#include <cmath>
#include <stdexcept>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    if (count % 8 != 0)
        throw std::runtime_error("erf: the number of elements must be a multiple of 8");
    for (int64_t i = 0; i < count; ++i)
        y[i] = std::erf(x[i]);
    return 0;
}
