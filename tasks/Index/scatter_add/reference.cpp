// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *base = input<float>(call, 0);
    const float *source = input<float>(call, 1);
    const int32_t *index = input<int32_t>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t columns = dim(call->inputs[0], 1);
    const int64_t count = dim(call->inputs[1], 0);
    std::vector<double> sum(base, base + numel(call->inputs[0]));
    for (int64_t i = 0; i < count; ++i)
        for (int64_t c = 0; c < columns; ++c)
            sum[index[i] * columns + c] += source[i * columns + c];
    for (size_t k = 0; k < sum.size(); ++k)
        y[k] = static_cast<float>(sum[k]);
    return 0;
}
