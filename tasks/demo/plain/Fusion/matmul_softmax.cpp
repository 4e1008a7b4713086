// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the product goes to the output, the softmax
// follows in place.
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *a = loupe_abi::input<float>(call, 0);
    const float *b = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const float scale = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 1);
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            float sum = 0.0f;
            for (int64_t k = 0; k < depth; ++k)
                sum += a[i * depth + k] * b[k * columns + j];
            y[i * columns + j] = sum * scale;
        }
    }
    for (int64_t i = 0; i < rows; ++i) {
        float *row = y + i * columns;
        float largest = row[0];
        for (int64_t j = 1; j < columns; ++j)
            if (row[j] > largest)
                largest = row[j];
        float sum = 0.0f;
        for (int64_t j = 0; j < columns; ++j) {
            row[j] = std::exp(row[j] - largest);
            sum += row[j];
        }
        for (int64_t j = 0; j < columns; ++j)
            row[j] /= sum;
    }
    return 0;
}
