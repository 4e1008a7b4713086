// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    const float *w = input<float>(call, 1);
    const float *bias = input<float>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t dilation = static_cast<int64_t>(call->attributes[1]);
    const int64_t samples = dim(call->inputs[0], 0);
    const int64_t channels = dim(call->inputs[0], 1);
    const int64_t length = dim(call->inputs[0], 2);
    const int64_t filters = dim(call->inputs[1], 0);
    const int64_t taps = dim(call->inputs[1], 2);
    const int64_t outLength = dim(call->outputs[0], 2);
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t k = 0; k < filters; ++k)
            for (int64_t l = 0; l < outLength; ++l) {
                double sum = bias[k];
                for (int64_t c = 0; c < channels; ++c)
                    for (int64_t r = 0; r < taps; ++r) {
                        const int64_t at = l - padding + r * dilation;
                        if (at < 0 || at >= length)
                            continue;
                        sum += static_cast<double>(x[(n * channels + c) * length + at])
                            * w[(k * channels + c) * taps + r];
                    }
                y[(n * filters + k) * outLength + l] = static_cast<float>(sum);
            }
    return 0;
}
