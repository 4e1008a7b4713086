// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *x = input<float>(call, 0);
    float *mean = output<float>(call, 0);
    float *variance = output<float>(call, 1);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    for (int64_t b = 0; b < rows; ++b) {
        double sum = 0.0;
        for (int64_t i = 0; i < columns; ++i)
            sum += x[b * columns + i];
        const double centre = sum / columns;
        double squares = 0.0;
        for (int64_t i = 0; i < columns; ++i) {
            const double d = x[b * columns + i] - centre;
            squares += d * d;
        }
        mean[b] = static_cast<float>(centre);
        variance[b] = static_cast<float>(squares / (columns - 1));
    }
    return 0;
}
