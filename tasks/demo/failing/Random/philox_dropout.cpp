// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: draws from rand() instead of the generator asked for.
#include <cstdlib>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    bool *mask = loupe_abi::output<bool>(call, 1);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const double p = call->attributes[0];
    for (int64_t i = 0; i < count; ++i) {
        mask[i] = std::rand() / (RAND_MAX + 1.0) >= p;
        y[i] = mask[i] ? static_cast<float>(x[i] / (1.0 - p)) : 0.0f;
    }
    return 0;
}
