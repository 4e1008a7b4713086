// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: the fences of the chat answer are still around the code.
```cpp
#include <cmath>

#include "loupe_kernel.h"

    extern "C" int32_t
    loupe_kernel(const LoupeCall *call)
{
    const float *prediction = loupe_abi::input<float>(call, 0);
    const float *target = loupe_abi::input<float>(call, 1);
    float *row = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t n = loupe_abi::dim(call->inputs[0], 1);
    const float beta = static_cast<float>(call->attributes[0]);
    for (int64_t b = 0; b < batches; ++b) {
        float sum = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            const float d = std::fabs(prediction[b * n + i] - target[b * n + i]);
            sum += d < beta ? d * d / (2.0f * beta) : d - beta / 2.0f;
        }
        row[b] = sum;
    }
    return 0;
}
``` This kernel computes the smooth L1 loss with coalesced memory accesses.
