// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: rows in parallel; the gate uses a
// vectorised exp of -|u|, which cannot overflow.
#include <algorithm>
#include <bit>
#include <cmath>

#include "loupe_kernel.h"

namespace {

// exp(x) for x <= 0, flushed to about 1e-38 below -87.
inline float expOfNonPositive(float x)
{
    const float clamped = std::max(x, -87.0f);
    const float n = std::rint(clamped * 1.44269504f);
    const float r = (clamped - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 0.00139505996f;
    p = p * r + 0.00836895407f;
    p = p * r + 0.0416662042f;
    p = p * r + 0.166665183f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    return p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

inline float sigmoid(float u)
{
    const float e = expOfNonPositive(-std::abs(u));
    return (u < 0.0f ? e : 1.0f) / (1.0f + e);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    const float *bias = loupe_abi::input<float>(call, 1);
    float *y = loupe_abi::output<float>(call, 0);
    const int64_t rows = loupe_abi::dim(call->outputs[0], 0);
    const int64_t columns = loupe_abi::dim(call->outputs[0], 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < rows; ++b) {
        const float *values = x + b * 2 * columns;
        const float *gates = values + columns;
        float *out = y + b * columns;
#pragma omp simd
        for (int64_t i = 0; i < columns; ++i) {
            const float gate = gates[i] + bias[columns + i];
            out[i] = (values[i] + bias[i]) * gate * sigmoid(gate);
        }
    }
    return 0;
}
