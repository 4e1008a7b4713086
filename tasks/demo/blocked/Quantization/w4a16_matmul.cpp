// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>
#include <cstring>
#include <vector>

#include "loupe_kernel.h"

namespace {

// A finite binary16 number: its exponent and mantissa shifted into place are too small by 2^112;
// the product puts that right, for subnormal numbers too.
inline float fromHalf(uint16_t bits)
{
    const uint32_t size = static_cast<uint32_t>(bits & 0x7fff) << 13;
    float value;
    std::memcpy(&value, &size, sizeof value);
    value *= 0x1p112f;
    return (bits & 0x8000) != 0 ? -value : value;
}

} // namespace

// x becomes float once; each weight row is unpacked once and used for all rows of x.
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const int64_t group = static_cast<int64_t>(call->attributes[0]);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t channels = dim(call->inputs[1], 0);
    const int64_t bytes = dim(call->inputs[1], 1);
    const int64_t groups = dim(call->inputs[2], 1);
    const uint16_t *__restrict half = input<uint16_t>(call, 0);
    std::vector<float> x(rows * depth);
#pragma omp simd
    for (int64_t k = 0; k < rows * depth; ++k)
        x[k] = fromHalf(half[k]);
#pragma omp parallel
    {
        std::vector<float> row(2 * bytes);
        float *__restrict w = row.data();
#pragma omp for schedule(static)
        for (int64_t n = 0; n < channels; ++n) {
            const uint8_t *__restrict packed = input<uint8_t>(call, 1) + n * bytes;
            for (int64_t k = 0; k < bytes; ++k) {
                w[2 * k] = static_cast<float>((packed[k] & 15) - 8);
                w[2 * k + 1] = static_cast<float>((packed[k] >> 4) - 8);
            }
            for (int64_t g = 0; g < groups; ++g) {
                const float scale = fromHalf(input<uint16_t>(call, 2)[n * groups + g]);
                const int64_t end = std::min((g + 1) * group, depth);
#pragma omp simd
                for (int64_t k = g * group; k < end; ++k)
                    w[k] *= scale;
            }
            for (int64_t m = 0; m < rows; ++m) {
                const float *__restrict a = x.data() + m * depth;
                float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
                for (int64_t k = 0; k < depth; ++k)
                    sum += a[k] * w[k];
                output<float>(call, 0)[m * channels + n] = sum;
            }
        }
    }
    return 0;
}
