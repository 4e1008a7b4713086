// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: rows in parallel; the mask becomes a
// factor of 0 or the scale, so that the row vectorises.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    const float *residual = loupe_abi::input<float>(call, 2);
    const uint8_t *keep = loupe_abi::input<uint8_t>(call, 3);
    float *y = loupe_abi::output<float>(call, 0);
    const float scale = static_cast<float>(1.0 / (1.0 - call->attributes[0]));
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->inputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; ++row) {
        const int64_t first = row * columns;
#pragma omp simd
        for (int64_t i = 0; i < columns; ++i) {
            const float factor = keep[first + i] != 0 ? scale : 0.0f;
            y[first + i] = residual[first + i] + (x[first + i] + bias[i]) * factor;
        }
    }
    return 0;
}
