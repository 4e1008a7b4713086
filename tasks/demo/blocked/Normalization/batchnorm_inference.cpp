// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: statistics folded into one scale per
// channel; channel planes in parallel, each a vectorised multiply-add.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *mean = loupe_abi::input<float>(call, 1);
    const float *variance = loupe_abi::input<float>(call, 2);
    const float *gamma = loupe_abi::input<float>(call, 3);
    const float *beta = loupe_abi::input<float>(call, 4);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t planes = loupe_abi::dim(call->inputs[0], 0) * channels;
    const int64_t pixels = loupe_abi::dim(call->inputs[0], 2) * loupe_abi::dim(call->inputs[0], 3);
#pragma omp parallel for schedule(static)
    for (int64_t plane = 0; plane < planes; ++plane) {
        const int64_t c = plane % channels;
        const float scale = gamma[c] / std::sqrt(variance[c] + epsilon);
        const float shift = beta[c] - mean[c] * scale;
        const float *in = x + plane * pixels;
        float *out = y + plane * pixels;
#pragma omp simd
        for (int64_t i = 0; i < pixels; ++i)
            out[i] = in[i] * scale + shift;
    }
    return 0;
}
