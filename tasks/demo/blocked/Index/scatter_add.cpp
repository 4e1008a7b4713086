// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <vector>

#include "loupe_kernel.h"

// Sorts the source rows by destination (counting sort), so that each destination row is written
// once and by one thread only.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *base = input<float>(call, 0);
    const float *source = input<float>(call, 1);
    const int32_t *index = input<int32_t>(call, 2);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t count = dim(call->inputs[1], 0);

    std::vector<int64_t> first(rows + 1, 0);
    for (int64_t i = 0; i < count; ++i)
        ++first[index[i] + 1];
    for (int64_t r = 0; r < rows; ++r)
        first[r + 1] += first[r];
    std::vector<int64_t> next(first.begin(), first.end() - 1);
    std::vector<int64_t> order(count);
    for (int64_t i = 0; i < count; ++i)
        order[next[index[i]]++] = i;

#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t r = 0; r < rows; ++r) {
        float *__restrict y = output<float>(call, 0) + r * columns;
        std::copy_n(base + r * columns, columns, y);
        for (int64_t k = first[r]; k < first[r + 1]; ++k) {
            const float *__restrict row = source + order[k] * columns;
#pragma omp simd
            for (int64_t c = 0; c < columns; ++c)
                y[c] += row[c];
        }
    }
    return 0;
}
