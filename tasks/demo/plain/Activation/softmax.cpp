// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: three passes over each row.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
    for (int64_t row = 0; row < rows; ++row) {
        const float *in = x + row * columns;
        float *out = y + row * columns;
        float largest = in[0];
        for (int64_t i = 1; i < columns; ++i)
            largest = std::fmax(largest, in[i]);
        float sum = 0.0f;
        for (int64_t i = 0; i < columns; ++i) {
            out[i] = std::exp(in[i] - largest);
            sum += out[i];
        }
        for (int64_t i = 0; i < columns; ++i)
            out[i] /= sum;
    }
    return 0;
}
