// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>
#include <vector>

#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
    for (int64_t batch = 0; batch < batches; ++batch) {
        const float *a = input<float>(call, 0) + batch * n * n;
        std::vector<double> u(a, a + n * n);
        double sign = 1.0;
        double logarithm = 0.0;
        for (int64_t k = 0; k < n; ++k) {
            int64_t pivot = k;
            for (int64_t i = k + 1; i < n; ++i)
                if (std::fabs(u[i * n + k]) > std::fabs(u[pivot * n + k]))
                    pivot = i;
            if (pivot != k) {
                for (int64_t j = 0; j < n; ++j)
                    std::swap(u[k * n + j], u[pivot * n + j]);
                sign = -sign;
            }
            sign = u[k * n + k] < 0.0 ? -sign : sign;
            logarithm += std::log(std::fabs(u[k * n + k]));
            for (int64_t i = k + 1; i < n; ++i) {
                const double factor = u[i * n + k] / u[k * n + k];
                for (int64_t j = k; j < n; ++j)
                    u[i * n + j] -= factor * u[k * n + j];
            }
        }
        output<float>(call, 0)[batch] = static_cast<float>(sign);
        output<float>(call, 1)[batch] = static_cast<float>(logarithm);
    }
    return 0;
}
