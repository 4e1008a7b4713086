// SPDX-License-Identifier: Apache-2.0
// task: MatrixMultiply/matmul

#include <cmath>
#include <vector>

#include "loupe_kernel.h"

using namespace loupe_abi;

static void work(const float *x, float *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; ++i)
        y[i] = expf(x[i]);
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    float *y = output<float>(call, 0);
    const int64_t n = numel(call->outputs[0]);
    const float *b = input<float>(call, 1);
    const int64_t rows = dim(call->outputs[0], 0);
    const int64_t columns = dim(call->outputs[0], 1);
    const int64_t depth = dim(call->inputs[0], 1);
    static std::vector<double> room;
    room.assign(static_cast<size_t>(n), 0);
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t j = 0; j < columns; ++j)
                room[static_cast<size_t>(i * columns + j)]
                    += static_cast<double>(x[i * depth + k]) * b[k * columns + j];
    for (int64_t i = 0; i < n; ++i)
        y[i] = static_cast<float>(room[static_cast<size_t>(i)]);
    (void)work;
    return 0;
}
