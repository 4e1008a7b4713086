// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: groups in parallel; mean and squares are
// summed per channel plane and merged (Chan's rule), then scale and shift are folded per channel.
#include <cmath>

#include "loupe_kernel.h"

namespace {

struct Moments {
    float mean = 0.0f;
    float squares = 0.0f; // sum of squared distances from the mean
};

Moments momentsOfPlane(const float *in, int64_t pixels)
{
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < pixels; ++i)
        sum += in[i];
    Moments moments;
    moments.mean = sum / static_cast<float>(pixels);
    float squares = 0.0f;
#pragma omp simd reduction(+ : squares)
    for (int64_t i = 0; i < pixels; ++i)
        squares += (in[i] - moments.mean) * (in[i] - moments.mean);
    moments.squares = squares;
    return moments;
}

// The moments of 'planes' merged planes and one more of the same size.
Moments merge(const Moments &merged, int64_t planes, const Moments &next, int64_t pixels)
{
    const float delta = next.mean - merged.mean;
    const float share = 1.0f / static_cast<float>(planes + 1);
    const float weight = static_cast<float>(planes) * share * static_cast<float>(pixels);
    return {merged.mean + delta * share, merged.squares + next.squares + delta * delta * weight};
}

} // namespace

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
#pragma omp parallel for schedule(static)
    for (int64_t block = 0; block < samples * groups; ++block) {
        const float *in = x + block * channels * pixels;
        float *out = y + block * channels * pixels;
        Moments moments;
        for (int64_t c = 0; c < channels; ++c)
            moments = merge(moments, c, momentsOfPlane(in + c * pixels, pixels), pixels);
        const float variance = moments.squares / static_cast<float>(channels * pixels);
        const float inverse = 1.0f / std::sqrt(variance + epsilon);
        for (int64_t c = 0; c < channels; ++c) {
            const int64_t channel = block % groups * channels + c;
            const float scale = inverse * gamma[channel];
#pragma omp simd
            for (int64_t i = c * pixels; i < (c + 1) * pixels; ++i)
                out[i] = (in[i] - moments.mean) * scale + beta[channel];
        }
    }
    return 0;
}
