// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cmath>

#include "loupe_kernel.h"

// A promise that sqrtf leaves errno alone: without it a loop that holds one does not vectorise.
extern "C" float sqrtf(float) noexcept __attribute__((const));

// The norm in blocks of 4096 floats, their sums in double; then one fused elementwise pass.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    constexpr int64_t block = 4096;
    const double *a = call->attributes;
    const float *__restrict gradient = input<float>(call, 1);
    const int64_t count = dim(call->inputs[0], 0);
    double squares = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : squares) if (count > 16384)
    for (int64_t start = 0; start < count; start += block) {
        const int64_t end = std::min(start + block, count);
        float part = 0.0f;
#pragma omp simd reduction(+ : part)
        for (int64_t i = start; i < end; ++i)
            part += gradient[i] * gradient[i];
        squares += part;
    }
    const double norm = std::sqrt(squares);
    *output<float>(call, 3) = static_cast<float>(norm);

    const float clip = static_cast<float>(std::min(1.0, a[6] / (norm + 1e-6)));
    const double root2 = std::sqrt(1.0 - std::pow(a[2], a[5]));
    const float rate = static_cast<float>(a[0] * root2 / (1.0 - std::pow(a[1], a[5])));
    const float epsilon = static_cast<float>(a[3] * root2);
    const float keep = static_cast<float>(1.0 - a[0] * a[4]);
    const float beta1 = static_cast<float>(a[1]);
    const float rest1 = static_cast<float>(1.0 - a[1]);
    const float beta2 = static_cast<float>(a[2]);
    const float rest2 = static_cast<float>(1.0 - a[2]);
    const float *__restrict p = input<float>(call, 0);
    const float *__restrict m = input<float>(call, 2);
    const float *__restrict v = input<float>(call, 3);
    float *__restrict newP = output<float>(call, 0);
    float *__restrict newM = output<float>(call, 1);
    float *__restrict newV = output<float>(call, 2);
#pragma omp parallel for simd schedule(static) if (count > 16384)
    for (int64_t i = 0; i < count; ++i) {
        const float g = clip * gradient[i];
        const float mean = beta1 * m[i] + rest1 * g;
        const float square = beta2 * v[i] + rest2 * (g * g);
        newM[i] = mean;
        newV[i] = square;
        newP[i] = keep * p[i] - rate * mean / (sqrtf(square) + epsilon);
    }
    return 0;
}
