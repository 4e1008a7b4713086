// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *prediction = input<float>(call, 0);
    const float *target = input<float>(call, 1);
    float *row = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    double total = 0.0;
    for (int64_t b = 0; b < rows; ++b) {
        double sum = 0.0;
        for (int64_t i = 0; i < columns; ++i) {
            const double d
                = static_cast<double>(prediction[b * columns + i]) - target[b * columns + i];
            sum += d * d;
        }
        row[b] = static_cast<float>(sum / columns);
        total += sum / columns;
    }
    *output<float>(call, 1) = static_cast<float>(total / rows);
    return 0;
}
