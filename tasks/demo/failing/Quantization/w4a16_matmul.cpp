// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: takes the high nibble first.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const _Float16 *x = loupe_abi::input<_Float16>(call, 0);
    const uint8_t *packed = loupe_abi::input<uint8_t>(call, 1);
    const _Float16 *scale = loupe_abi::input<_Float16>(call, 2);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t ms = loupe_abi::dim(call->inputs[0], 0);
    const int64_t ks = loupe_abi::dim(call->inputs[0], 1);
    const int64_t ns = loupe_abi::dim(call->inputs[1], 0);
    const int64_t bytes = loupe_abi::dim(call->inputs[1], 1);
    const int64_t groups = loupe_abi::dim(call->inputs[2], 1);
    const int64_t groupSize = static_cast<int64_t>(call->attributes[0]);
    for (int64_t m = 0; m < ms; ++m) {
        for (int64_t n = 0; n < ns; ++n) {
            float sum = 0.0f;
            for (int64_t k = 0; k < ks; ++k) {
                const uint8_t byte = packed[n * bytes + k / 2];
                const int code = k % 2 == 0 ? byte >> 4 : byte & 15;
                const float w = static_cast<float>(code - 8)
                    * static_cast<float>(scale[n * groups + k / groupSize]);
                sum += static_cast<float>(x[m * ks + k]) * w;
            }
            y[m * ns + n] = sum;
        }
    }
    return 0;
}
