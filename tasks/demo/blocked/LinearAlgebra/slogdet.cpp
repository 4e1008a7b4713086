// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>
#include <utility>
#include <vector>

#include "loupe_kernel.h"

// Rows are exchanged by pointer, the update of each row is one vectorised loop, and the next
// pivot is found while the rows are updated.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t n = dim(call->inputs[0], 1);
#pragma omp parallel
    {
        std::vector<float> work(n * n);
        std::vector<float *> row(n);
#pragma omp for schedule(static)
        for (int64_t batch = 0; batch < batches; ++batch) {
            const float *a = input<float>(call, 0) + batch * n * n;
            work.assign(a, a + n * n);
            int64_t pivot = 0;
            for (int64_t i = 0; i < n; ++i) {
                row[i] = work.data() + i * n;
                if (std::fabs(row[i][0]) > std::fabs(row[pivot][0]))
                    pivot = i;
            }
            bool negative = false;
            float logarithm = 0.0f;
            for (int64_t k = 0; k < n; ++k) {
                std::swap(row[k], row[pivot]);
                const float *__restrict top = row[k];
                negative ^= (pivot != k) != (top[k] < 0.0f);
                logarithm += std::log(std::fabs(top[k]));
                const float inverse = 1.0f / top[k];
                pivot = k + 1;
                for (int64_t i = k + 1; i < n; ++i) {
                    float *__restrict u = row[i];
                    const float factor = u[k] * inverse;
#pragma omp simd
                    for (int64_t j = k + 1; j < n; ++j)
                        u[j] -= factor * top[j];
                    if (std::fabs(u[k + 1]) > std::fabs(row[pivot][k + 1]))
                        pivot = i;
                }
            }
            output<float>(call, 0)[batch] = negative ? -1.0f : 1.0f;
            output<float>(call, 1)[batch] = logarithm;
        }
    }
    return 0;
}
