// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t sides = dim(call->inputs[1], 2);
    std::vector<double> x(n);
    for (int64_t batch = 0; batch < batches; ++batch) {
        const float *l = input<float>(call, 0) + batch * n * n;
        const float *b = input<float>(call, 1) + batch * n * sides;
        for (int64_t r = 0; r < sides; ++r) {
            for (int64_t i = 0; i < n; ++i) {
                x[i] = b[i * sides + r];
                for (int64_t k = 0; k < i; ++k)
                    x[i] -= l[i * n + k] * x[k];
                x[i] /= l[i * n + i];
                output<float>(call, 0)[(batch * n + i) * sides + r] = static_cast<float>(x[i]);
            }
        }
    }
    return 0;
}
