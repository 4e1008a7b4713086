// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *mean = input<float>(call, 1);
    const float *variance = input<float>(call, 2);
    const float *gamma = input<float>(call, 3);
    const float *beta = input<float>(call, 4);
    float *y = output<float>(call, 0);
    const double epsilon = call->attributes[0];
    const int64_t samples = dim(call->inputs[0], 0);
    const int64_t channels = dim(call->inputs[0], 1);
    const int64_t pixels = dim(call->inputs[0], 2) * dim(call->inputs[0], 3);
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t c = 0; c < channels; ++c) {
            const double deviation = std::sqrt(variance[c] + epsilon);
            for (int64_t i = 0; i < pixels; ++i) {
                const int64_t index = (n * channels + c) * pixels + i;
                const double centred = static_cast<double>(x[index]) - mean[c];
                y[index] = static_cast<float>(centred / deviation * gamma[c] + beta[c]);
            }
        }
    return 0;
}
