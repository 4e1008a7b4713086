// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: loops over samples, groups, channels and
// pixels, three passes.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *beta = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t groups = static_cast<int64_t>(call->attributes[0]);
    const float epsilon = static_cast<float>(call->attributes[1]);
    const int64_t samples = loupe_abi::dim(call->inputs[0], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1) / groups;
    const int64_t pixels = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
    for (int64_t n = 0; n < samples; ++n) {
        for (int64_t g = 0; g < groups; ++g) {
            const float *in = x + (n * groups + g) * channels * pixels;
            float *out = y + (n * groups + g) * channels * pixels;
            float sum = 0.0f;
            for (int64_t i = 0; i < channels * pixels; ++i)
                sum += in[i];
            const float mean = sum / static_cast<float>(channels * pixels);
            float squares = 0.0f;
            for (int64_t i = 0; i < channels * pixels; ++i)
                squares += (in[i] - mean) * (in[i] - mean);
            const float variance = squares / static_cast<float>(channels * pixels);
            for (int64_t c = 0; c < channels; ++c)
                for (int64_t i = 0; i < pixels; ++i)
                    out[c * pixels + i] = (in[c * pixels + i] - mean)
                            / std::sqrt(variance + epsilon) * gamma[g * channels + c]
                        + beta[g * channels + c];
        }
    }
    return 0;
}
