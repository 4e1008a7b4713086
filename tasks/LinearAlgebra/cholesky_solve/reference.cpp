// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    const int64_t sides = dim(call->inputs[1], 2);
    std::vector<double> l(n * n);
    std::vector<double> x(n);
    for (int64_t batch = 0; batch < batches; ++batch) {
        const float *a = input<float>(call, 0) + batch * n * n;
        const float *b = input<float>(call, 1) + batch * n * sides;
        for (int64_t i = 0; i < n; ++i) {
            for (int64_t j = 0; j <= i; ++j) {
                double sum = a[i * n + j];
                for (int64_t k = 0; k < j; ++k)
                    sum -= l[i * n + k] * l[j * n + k];
                l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
            }
        }
        for (int64_t i = 0; i < n; ++i)
            for (int64_t j = 0; j < n; ++j)
                output<float>(call, 0)[(batch * n + i) * n + j]
                    = j <= i ? static_cast<float>(l[i * n + j]) : 0.0f;
        for (int64_t r = 0; r < sides; ++r) {
            for (int64_t i = 0; i < n; ++i) { // l y = b
                x[i] = b[i * sides + r];
                for (int64_t k = 0; k < i; ++k)
                    x[i] -= l[i * n + k] * x[k];
                x[i] /= l[i * n + i];
            }
            for (int64_t i = n - 1; i >= 0; --i) { // l^T x = y
                for (int64_t k = i + 1; k < n; ++k)
                    x[i] -= l[k * n + i] * x[k];
                x[i] /= l[i * n + i];
            }
            for (int64_t i = 0; i < n; ++i)
                output<float>(call, 1)[(batch * n + i) * sides + r] = static_cast<float>(x[i]);
        }
    }
    return 0;
}
