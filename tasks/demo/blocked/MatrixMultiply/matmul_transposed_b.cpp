// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: four dot products share each load of a,
// rows of b in blocks of 16 stay in cache.
#include <algorithm>

#include "loupe_kernel.h"

namespace {

constexpr int64_t columnBlock = 16;

float dot(const float *a, const float *b, int64_t depth)
{
    float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
    for (int64_t k = 0; k < depth; ++k)
        sum += a[k] * b[k];
    return sum;
}

void fourDots(const float *a, const float *b, float *c, int64_t depth)
{
    const float *b1 = b + depth;
    const float *b2 = b1 + depth;
    const float *b3 = b2 + depth;
    float s0 = 0.0f;
    float s1 = 0.0f;
    float s2 = 0.0f;
    float s3 = 0.0f;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (int64_t k = 0; k < depth; ++k) {
        s0 += a[k] * b[k];
        s1 += a[k] * b1[k];
        s2 += a[k] * b2[k];
        s3 += a[k] * b3[k];
    }
    c[0] = s0;
    c[1] = s1;
    c[2] = s2;
    c[3] = s3;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *c = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 0);
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < columns; begin += columnBlock) {
        const int64_t end = std::min(begin + columnBlock, columns);
        for (int64_t i = 0; i < rows; ++i) {
            int64_t j = begin;
            for (; j + 4 <= end; j += 4)
                fourDots(a + i * depth, b + j * depth, c + i * columns + j, depth);
            for (; j < end; ++j)
                c[i * columns + j] = dot(a + i * depth, b + j * depth, depth);
        }
    }
    return 0;
}
