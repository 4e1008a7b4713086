// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: sums in half precision: fine at 1e-2, not at what float32 can do.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *prediction = loupe_abi::input<float>(call, 0);
    const float *target = loupe_abi::input<float>(call, 1);
    float *row = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    float loss = 0.0f;
    for (int64_t b = 0; b < batches; ++b) {
        float sum = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            const _Float16 d = static_cast<_Float16>(prediction[b * n + i] - target[b * n + i]);
            sum += static_cast<float>(static_cast<_Float16>(d * d));
        }
        row[b] = static_cast<float>(static_cast<_Float16>(sum / static_cast<float>(n)));
        loss += row[b];
    }
    *loupe_abi::output<float>(call, 1) = loss / static_cast<float>(batches);
    return 0;
}
