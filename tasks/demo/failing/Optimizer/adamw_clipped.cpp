// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: asserts a size that is a multiple of its block.
#include <cassert>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    constexpr int64_t block = 1024;
    const float *parameter = loupe_abi::input<float>(call, 0);
    const float *gradient = loupe_abi::input<float>(call, 1);
    const float *m = loupe_abi::input<float>(call, 2);
    const float *v = loupe_abi::input<float>(call, 3);
    float *newParameter = loupe_abi::output<float>(call, 0);
    float *newM = loupe_abi::output<float>(call, 1);
    float *newV = loupe_abi::output<float>(call, 2);
    float *norm = loupe_abi::output<float>(call, 3);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    assert(count % block == 0);
    double squares = 0.0;
    for (int64_t i = 0; i < count; ++i)
        squares += static_cast<double>(gradient[i]) * gradient[i];
    const double length = std::sqrt(squares);
    const double *a = call->attributes;
    const double clip = std::fmin(1.0, a[6] / (length + 1e-6));
    const double correction1 = 1.0 - std::pow(a[1], a[5]);
    const double correction2 = 1.0 - std::pow(a[2], a[5]);
    for (int64_t i = 0; i < count; ++i) {
        const double g = clip * gradient[i];
        const double first = a[1] * m[i] + (1.0 - a[1]) * g;
        const double second = a[2] * v[i] + (1.0 - a[2]) * g * g;
        newM[i] = static_cast<float>(first);
        newV[i] = static_cast<float>(second);
        newParameter[i] = static_cast<float>(parameter[i] * (1.0 - a[0] * a[4])
                                             - a[0] * (first / correction1)
                                                 / (std::sqrt(second / correction2) + a[3]));
    }
    *norm = static_cast<float>(length);
    return 0;
}
