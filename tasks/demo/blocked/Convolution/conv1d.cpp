// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: tap by tap over the range of outputs
// that the tap reaches, so that the inner loop has no bounds check.
#include <algorithm>

#include "loupe_kernel.h"

namespace {

// Adds factor * x[at + l] to y[l] wherever both exist.
void addShifted(const float *x, int64_t length, float *y, int64_t outLength, int64_t at,
                float factor)
{
    const int64_t begin = std::max<int64_t>(0, -at);
    const int64_t end = std::min(outLength, length - at);
#pragma omp simd
    for (int64_t l = begin; l < end; ++l)
        y[l] += factor * x[at + l];
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *w = loupe_abi::input<float>(call, 1);
    const float *bias = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t padding = static_cast<int64_t>(call->attributes[0]);
    const int64_t dilation = static_cast<int64_t>(call->attributes[1]);
    const int64_t samples = loupe_abi::dim(call->inputs[0], 0);
    const int64_t channels = loupe_abi::dim(call->inputs[0], 1);
    const int64_t length = loupe_abi::dim(call->inputs[0], 2);
    const int64_t filters = loupe_abi::dim(call->inputs[1], 0);
    const int64_t taps = loupe_abi::dim(call->inputs[1], 2);
    const int64_t outLength = loupe_abi::dim(call->outputs[0], 2);
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t k = 0; k < filters; ++k) {
            float *out = y + (n * filters + k) * outLength;
            std::fill_n(out, outLength, bias[k]);
            for (int64_t c = 0; c < channels; ++c) {
                const float *in = x + (n * channels + c) * length;
                const float *filter = w + (k * channels + c) * taps;
                for (int64_t r = 0; r < taps; ++r)
                    addShifted(in, length, out, outLength, r * dilation - padding, filter[r]);
            }
        }
    return 0;
}
