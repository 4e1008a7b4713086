// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: rows in parallel, vectorised sums over a row that
// stays in cache, one multiplication per element instead of a division.
#include <cmath>

#include "loupe_kernel.h"

namespace {

struct Moments {
    float mean;
    float variance;
};

Moments momentsOf(const float *in, int64_t columns)
{
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < columns; ++i)
        sum += in[i];
    const float mean = sum / static_cast<float>(columns);
    float squares = 0.0f;
#pragma omp simd reduction(+ : squares)
    for (int64_t i = 0; i < columns; ++i)
        squares += (in[i] - mean) * (in[i] - mean);
    return {mean, squares / static_cast<float>(columns)};
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *beta = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; ++row) {
        const float *in = x + row * columns;
        float *out = y + row * columns;
        const Moments moments = momentsOf(in, columns);
        const float scale = 1.0f / std::sqrt(moments.variance + epsilon);
#pragma omp simd
        for (int64_t i = 0; i < columns; ++i)
            out[i] = (in[i] - moments.mean) * scale * gamma[i] + beta[i];
    }
    return 0;
}
