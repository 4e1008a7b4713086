// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: writes through a scratch pointer that was never set.
#include <cmath>

#include "loupe_kernel.h"

namespace {
float *scales = nullptr;
float *shifts = nullptr;
} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *mean = loupe_abi::input<float>(call, 1);
    const float *variance = loupe_abi::input<float>(call, 2);
    const float *gamma = loupe_abi::input<float>(call, 3);
    const float *beta = loupe_abi::input<float>(call, 4);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t count = loupe_abi::numel(call->inputs[0]);
    const int64_t plane = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
    for (int64_t c = 0; c < channels; ++c) {
        scales[c] = gamma[c] / std::sqrt(variance[c] + static_cast<float>(call->attributes[0]));
        shifts[c] = beta[c] - mean[c] * scales[c];
    }
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] * scales[i / plane % channels] + shifts[i / plane % channels];
    return 0;
}
