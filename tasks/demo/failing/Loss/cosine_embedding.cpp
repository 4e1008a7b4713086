// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: divides by a block count that is 0 for short rows.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x1 = loupe_abi::input<float>(call, 0);
    const float *x2 = loupe_abi::input<float>(call, 1);
    const bool *similar = loupe_abi::input<bool>(call, 2);
    float *row = loupe_abi::output<float>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t d = loupe_abi::dim(call->inputs[0], 1);
    const float margin = static_cast<float>(call->attributes[0]);
    const int64_t blocks = d / 1024;
    const int64_t perBlock = d / blocks;
    float loss = 0.0f;
    for (int64_t b = 0; b < batches; ++b) {
        float dot = 0.0f, n1 = 0.0f, n2 = 0.0f;
        for (int64_t k = 0; k < blocks; ++k) {
            for (int64_t i = k * perBlock; i < std::min(d, (k + 1) * perBlock); ++i) {
                dot += x1[b * d + i] * x2[b * d + i];
                n1 += x1[b * d + i] * x1[b * d + i];
                n2 += x2[b * d + i] * x2[b * d + i];
            }
        }
        const float cosine = dot / std::max(std::sqrt(n1 * n2), 1e-8f);
        row[b] = similar[b] ? 1.0f - cosine : std::max(0.0f, cosine - margin);
        loss += row[b];
    }
    *loupe_abi::output<float>(call, 1) = loss / static_cast<float>(batches);
    return 0;
}
