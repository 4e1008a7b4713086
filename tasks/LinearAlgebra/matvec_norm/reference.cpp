// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *a = input<float>(call, 0);
    const float *x = input<float>(call, 1);
    float *y = output<float>(call, 0);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t columns = dim(call->inputs[0], 1);
    double squares = 0.0;
    for (int64_t i = 0; i < rows; ++i) {
        double sum = 0.0;
        for (int64_t j = 0; j < columns; ++j)
            sum += static_cast<double>(a[i * columns + j]) * x[j];
        y[i] = static_cast<float>(sum);
        squares += sum * sum;
    }
    *output<float>(call, 1) = static_cast<float>(std::sqrt(squares));
    return 0;
}
