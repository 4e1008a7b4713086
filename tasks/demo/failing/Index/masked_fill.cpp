// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: fills the input in place before it copies it.
#include <cstring>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    float *x = static_cast<float *>(call->inputs[0].data);
    const bool *mask = loupe_abi::input<bool>(call, 1);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t size = loupe_abi::numel(call->inputs[1]);
    const float value = static_cast<float>(call->attributes[0]);
    for (int64_t b = 0; b < batches; ++b) {
        for (int64_t i = 0; i < size; ++i) {
            if (mask[i])
                x[b * size + i] = value;
        }
    }
    std::memcpy(call->outputs[0].data, x, sizeof(float) * batches * size);
    return 0;
}
