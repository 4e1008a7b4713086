// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: the normalized rows go to a temporary
// matrix, the product follows.
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *gamma = loupe_abi::input<float>(call, 1);
    const float *w = loupe_abi::input<float>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const float epsilon = static_cast<float>(call->attributes[0]);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 1);
    const int64_t columns = loupe_abi::dim(call->inputs[2], 0);
    std::vector<float> normalized(static_cast<size_t>(rows * depth));
    float *scaled = normalized.data();
    for (int64_t i = 0; i < rows; ++i) {
        float squares = 0.0f;
        for (int64_t k = 0; k < depth; ++k)
            squares += x[i * depth + k] * x[i * depth + k];
        const float root = std::sqrt(squares / static_cast<float>(depth) + epsilon);
        for (int64_t k = 0; k < depth; ++k)
            scaled[i * depth + k] = x[i * depth + k] / root * gamma[k];
    }
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            float sum = 0.0f;
            for (int64_t k = 0; k < depth; ++k)
                sum += scaled[i * depth + k] * w[j * depth + k];
            y[i * columns + j] = sum;
        }
    }
    return 0;
}
