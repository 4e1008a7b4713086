// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: direct convolution with a bounds check per
// tap.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t dilation = static_cast<int64_t>(call->attributes[1]);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t length = loupe_abi::dim(call->inputs[0], 2);
    const int64_t filters = loupe_abi::dim(call->inputs[1], 0);
    const int64_t taps = loupe_abi::dim(call->inputs[1], 2);
    const int64_t outLength = loupe_abi::dim(call->outputs[0], 2);
    const int64_t count = loupe_abi::numel(call->outputs[0]);
    for (int64_t index = 0; index < count; ++index) {
        const int64_t l = index % outLength;
        const int64_t k = index / outLength % filters;
        const int64_t n = index / (outLength * filters);
        float sum = bias[k];
        for (int64_t c = 0; c < channels; ++c) {
            for (int64_t r = 0; r < taps; ++r) {
                const int64_t at = l - padding + r * dilation;
                if (at >= 0 && at < length)
                    sum += x[(n * channels + c) * length + at] * w[(k * channels + c) * taps + r];
            }
        }
        y[index] = sum;
    }
    return 0;
}
