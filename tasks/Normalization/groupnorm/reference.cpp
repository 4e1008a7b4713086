// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *gamma = input<float>(call, 1);
    const float *beta = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t groups = static_cast<int64_t>(call->attributes[0]);
    const double epsilon = call->attributes[1];
    const int64_t samples = dim(call->inputs[0], 0);
    const int64_t channelsPerGroup = dim(call->inputs[0], 1) / groups;
    const int64_t pixels = dim(call->inputs[0], 2) * dim(call->inputs[0], 3);
    const int64_t count = channelsPerGroup * pixels;
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t group = 0; group < groups; ++group) {
            const int64_t first = (n * groups + group) * count;
            double mean = 0.0;
            for (int64_t i = 0; i < count; ++i)
                mean += x[first + i];
            mean /= static_cast<double>(count);
            double variance = 0.0;
            for (int64_t i = 0; i < count; ++i)
                variance += (x[first + i] - mean) * (x[first + i] - mean);
            variance /= static_cast<double>(count);
            for (int64_t i = 0; i < count; ++i) {
                const int64_t channel = group * channelsPerGroup + i / pixels;
                const double normalized = (x[first + i] - mean) / std::sqrt(variance + epsilon);
                y[first + i] = static_cast<float>(normalized * gamma[channel] + beta[channel]);
            }
        }
    return 0;
}
