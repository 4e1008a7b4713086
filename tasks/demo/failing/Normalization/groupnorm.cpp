// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: divides the variance by the count minus one.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *beta = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t samples = loupe_abi::dim(call->inputs[0], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t plane = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
    const int64_t groups = static_cast<int64_t>(call->attributes[0]);
    const int64_t perGroup = channels / groups;
    const int64_t count = perGroup * plane;
    for (int64_t g = 0; g < samples * groups; ++g) {
        const float *group = x + g * count;
        double sum = 0.0;
        for (int64_t i = 0; i < count; ++i)
            sum += group[i];
        const double mean = sum / static_cast<double>(count);
        double squares = 0.0;
        for (int64_t i = 0; i < count; ++i)
            squares += (group[i] - mean) * (group[i] - mean);
        const double variance = squares / static_cast<double>(count - 1);
        const double scale = 1.0 / std::sqrt(variance + call->attributes[1]);
        for (int64_t i = 0; i < count; ++i) {
            const int64_t channel = g % groups * perGroup + i / plane;
            y[g * count + i]
                = static_cast<float>((group[i] - mean) * scale * gamma[channel] + beta[channel]);
        }
    }
    return 0;
}
