// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>

#include "loupe_kernel.h"

// A promise that sqrtf leaves errno alone: without it a loop that holds one does not vectorise.
extern "C" float sqrtf(float) noexcept __attribute__((const));

// Folds the bias corrections into one step size and one epsilon: the loop has one square root and
// one division.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const double *a = call->attributes;
    const double correction1 = 1.0 - std::pow(a[1], a[4]);
    const double root2 = std::sqrt(1.0 - std::pow(a[2], a[4]));
    const float rate = static_cast<float>(a[0] * root2 / correction1);
    const float epsilon = static_cast<float>(a[3] * root2);
    const float beta1 = static_cast<float>(a[1]);
    const float rest1 = static_cast<float>(1.0 - a[1]);
    const float beta2 = static_cast<float>(a[2]);
    const float rest2 = static_cast<float>(1.0 - a[2]);
    const float *__restrict p = input<float>(call, 0);
    const float *__restrict g = input<float>(call, 1);
    const float *__restrict m = input<float>(call, 2);
    const float *__restrict v = input<float>(call, 3);
    float *__restrict newP = output<float>(call, 0);
    float *__restrict newM = output<float>(call, 1);
    float *__restrict newV = output<float>(call, 2);
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for simd schedule(static) if (count > 16384)
    for (int64_t i = 0; i < count; ++i) {
        const float mean = beta1 * m[i] + rest1 * g[i];
        const float square = beta2 * v[i] + rest2 * (g[i] * g[i]);
        newM[i] = mean;
        newV[i] = square;
        newP[i] = p[i] - rate * mean / (sqrtf(square) + epsilon);
    }
    return 0;
}
