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

// p · ln p for p >= 0, with 0 at 0: p = 2^k · m with m in [sqrt(1/2), sqrt(2)), and ln m from the
// series of atanh((m - 1) / (m + 1)).
inline float timesLog(float p)
{
    const float safe = p > 1.2e-38f ? p : 1.2e-38f;
    int32_t bits;
    std::memcpy(&bits, &safe, sizeof bits);
    const int32_t k = (bits - 0x3f3504f3) >> 23;
    bits -= k * (1 << 23);
    float m;
    std::memcpy(&m, &bits, sizeof m);
    const float z = (m - 1.0f) / (m + 1.0f);
    const float s = z * z;
    const float series = 2.0f + s * (2.0f / 3 + s * (2.0f / 5 + s * (2.0f / 7 + s * (2.0f / 9))));
    return p * (static_cast<float>(k) * 0.693147181f + z * series);
}

} // namespace

// The sum over j of p ln p - p x, plus lse times the sum of p: one pass after the softmax's sum.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t classes = dim(call->inputs[0], 1);
    float total = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (int64_t b = 0; b < rows; ++b) {
        const float *__restrict x = input<float>(call, 0) + b * classes;
        const float *__restrict p = input<float>(call, 1) + b * classes;
        float largest = x[0];
#pragma omp simd reduction(max : largest)
        for (int64_t j = 1; j < classes; ++j)
            largest = x[j] > largest ? x[j] : largest;
        float exponentials = 0.0f, entropy = 0.0f, cross = 0.0f, mass = 0.0f;
#pragma omp simd reduction(+ : exponentials, entropy, cross, mass)
        for (int64_t j = 0; j < classes; ++j) {
            exponentials += expNonPositive(x[j] - largest);
            entropy += timesLog(p[j]);
            cross += p[j] * (x[j] - largest);
            mass += p[j];
        }
        const float divergence = entropy - cross + mass * std::log(exponentials);
        output<float>(call, 0)[b] = divergence;
        total += divergence;
    }
    *output<float>(call, 1) = total / static_cast<float>(rows);
    return 0;
}
