// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>
#include <cstring>

#include "loupe_kernel.h"

namespace {

// exp(x) for x <= 0 as 2^k · e^r with |r| <= ln(2)/2: plain arithmetic, so that loops vectorise.
inline float expNonPositive(float x)
{
    x = x < -87.0f ? -87.0f : x;
    const float k = std::rint(x * 1.44269504f);
    const float r = (x - k * 0.693359375f) + k * 2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const int32_t bits = (static_cast<int32_t>(k) + 127) << 23;
    float power;
    std::memcpy(&power, &bits, sizeof power);
    return p * power;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t classes = dim(call->inputs[0], 1);
    const float smoothing = static_cast<float>(call->attributes[0]);
    const float share = static_cast<float>(call->attributes[0] / static_cast<double>(classes));
    float total = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (int64_t b = 0; b < rows; ++b) {
        const float *x = input<float>(call, 0) + b * classes;
        float largest = x[0];
        float sum = 0.0f;
#pragma omp simd reduction(max : largest) reduction(+ : sum)
        for (int64_t j = 0; j < classes; ++j) {
            largest = x[j] > largest ? x[j] : largest;
            sum += x[j];
        }
        float exponentials = 0.0f;
#pragma omp simd reduction(+ : exponentials)
        for (int64_t j = 0; j < classes; ++j)
            exponentials += expNonPositive(x[j] - largest);
        const float hit = x[input<int64_t>(call, 1)[b]];
        const float loss
            = largest + std::log(exponentials) - (1.0f - smoothing) * hit - share * sum;
        output<float>(call, 0)[b] = loss;
        total += loss;
    }
    *output<float>(call, 1) = total / static_cast<float>(rows);
    return 0;
}
