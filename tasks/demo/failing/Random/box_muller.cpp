// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the minus under the square root is missing: NaN.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *u1 = loupe_abi::input<float>(call, 0);
    const float *u2 = loupe_abi::input<float>(call, 1);
    float *z0 = loupe_abi::output<float>(call, 0);
    float *z1 = loupe_abi::output<float>(call, 1);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    for (int64_t i = 0; i < count; ++i) {
        const double r = std::sqrt(2.0 * std::log(static_cast<double>(u1[i])));
        const double angle = 6.283185307179586 * u2[i];
        z0[i] = static_cast<float>(r * std::cos(angle));
        z1[i] = static_cast<float>(r * std::sin(angle));
    }
    return 0;
}
