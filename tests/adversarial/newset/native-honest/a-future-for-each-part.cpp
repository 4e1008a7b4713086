// SPDX-License-Identifier: Apache-2.0
// task: Loss/mse
#include <future>
#include <vector>

#include "loupe_kernel.h"

using namespace loupe_abi;

static double part(const float *x, const float *z, float *row, int64_t begin, int64_t end,
                   int64_t columns)
{
    double total = 0;
    for (int64_t b = begin; b < end; ++b) {
        double sum = 0;
        for (int64_t i = 0; i < columns; ++i) {
            const double d = static_cast<double>(x[b * columns + i]) - z[b * columns + i];
            sum += d * d;
        }
        row[b] = static_cast<float>(sum / static_cast<double>(columns));
        total += sum / static_cast<double>(columns);
    }
    return total;
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = input<float>(call, 0);
    const float *z = input<float>(call, 1);
    float *row = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    std::vector<std::future<double>> parts;
    for (int64_t i = 0; i < 4; ++i)
        parts.push_back(std::async(std::launch::async, part, x, z, row, rows * i / 4,
                                   rows * (i + 1) / 4, columns));
    double total = 0;
    for (auto &one : parts)
        total += one.get();
    *output<float>(call, 1) = static_cast<float>(total / static_cast<double>(rows));
    return 0;
}
