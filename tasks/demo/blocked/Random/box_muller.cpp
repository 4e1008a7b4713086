// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <cmath>
#include <cstring>

#include "loupe_kernel.h"

// A promise that sqrtf leaves errno alone: without it a loop that holds one does not vectorise.
extern "C" float sqrtf(float) noexcept __attribute__((const));

namespace {

// ln p for 0 < p <= 1: p = 2^k · m with m in [sqrt(1/2), sqrt(2)), and ln m from the series of
// atanh((m - 1) / (m + 1)). Plain arithmetic, so that loops vectorise.
inline float logarithm(float p)
{
    int32_t bits;
    std::memcpy(&bits, &p, sizeof bits);
    const int32_t k = (bits - 0x3f3504f3) >> 23;
    bits -= k * (1 << 23);
    float m;
    std::memcpy(&m, &bits, sizeof m);
    const float z = (m - 1.0f) / (m + 1.0f);
    const float s = z * z;
    const float series = 2.0f + s * (2.0f / 3 + s * (2.0f / 5 + s * (2.0f / 7 + s * (2.0f / 9))));
    return static_cast<float>(k) * 0.693147181f + z * series;
}

} // namespace

// Whole quarter turns are taken off u2 before the multiplication by pi, where that is exact.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const float *__restrict u1 = input<float>(call, 0);
    const float *__restrict u2 = input<float>(call, 1);
    float *__restrict z0 = output<float>(call, 0);
    float *__restrict z1 = output<float>(call, 1);
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for simd schedule(static) if (count > 4096)
    for (int64_t i = 0; i < count; ++i) {
        const float r = sqrtf(-2.0f * logarithm(u1[i]));
        const float turns = std::rint(4.0f * u2[i]);
        const float a = (4.0f * u2[i] - turns) * 1.57079633f;
        const float s = a * a;
        const float sine
            = a * (1.0f + s * (-1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s / 362880))));
        const float cosine
            = 1.0f + s * (-0.5f + s * (1.0f / 24 + s * (-1.0f / 720 + s * (1.0f / 40320))));
        const int32_t quarter = static_cast<int32_t>(turns) & 3;
        const bool swapped = (quarter & 1) != 0;
        const float c = swapped ? sine : cosine;
        const float d = swapped ? cosine : sine;
        z0[i] = r * (quarter == 1 || quarter == 2 ? -c : c);
        z1[i] = r * (quarter >= 2 ? -d : d);
    }
    return 0;
}
