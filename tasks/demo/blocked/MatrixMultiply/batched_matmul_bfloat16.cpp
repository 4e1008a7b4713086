// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: a whole output row accumulates in float
// while rows of b stream past; batches and rows in parallel.
#include <bit>
#include <vector>

#include "loupe_kernel.h"

namespace {

inline float widen(uint16_t value)
{
    return std::bit_cast<float>(static_cast<uint32_t>(value) << 16);
}

inline uint16_t narrow(float value)
{
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return static_cast<uint16_t>(value == value ? rounded : 0x7fc0u);
}

void outputRow(const uint16_t *a, const uint16_t *b, uint16_t *c, float *sum, int64_t depth,
               int64_t columns)
{
#pragma omp simd
    for (int64_t j = 0; j < columns; ++j)
        sum[j] = 0.0f;
    int64_t k = 0;
    for (; k + 2 <= depth; k += 2) {
        const float first = widen(a[k]);
        const float second = widen(a[k + 1]);
        const uint16_t *row = b + k * columns;
#pragma omp simd
        for (int64_t j = 0; j < columns; ++j)
            sum[j] += first * widen(row[j]) + second * widen(row[columns + j]);
    }
    if (k < depth) {
        const float last = widen(a[k]);
#pragma omp simd
        for (int64_t j = 0; j < columns; ++j)
            sum[j] += last * widen(b[k * columns + j]);
    }
#pragma omp simd
    for (int64_t j = 0; j < columns; ++j)
        c[j] = narrow(sum[j]);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const uint16_t *a = loupe_abi::input<uint16_t>(call, 0);
    const uint16_t *b = loupe_abi::input<uint16_t>(call, 1);
    uint16_t *c = loupe_abi::output<uint16_t>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 1);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 2);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 2);
#pragma omp parallel
    {
        std::vector<float> sum(static_cast<size_t>(columns));
#pragma omp for collapse(2) schedule(static)
        for (int64_t n = 0; n < batches; ++n)
            for (int64_t i = 0; i < rows; ++i)
                outputRow(a + (n * rows + i) * depth, b + n * depth * columns,
                          c + (n * rows + i) * columns, sum.data(), depth, columns);
    }
    return 0;
}
