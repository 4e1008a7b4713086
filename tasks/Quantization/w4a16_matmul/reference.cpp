// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "loupe_kernel.h"

namespace {

// A finite IEEE binary16 number from its bits.
double fromHalf(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    const double size
        = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint16_t *x = input<uint16_t>(call, 0);
    const uint8_t *packed = input<uint8_t>(call, 1);
    const uint16_t *scale = input<uint16_t>(call, 2);
    float *y = output<float>(call, 0);
    const int64_t group = static_cast<int64_t>(call->attributes[0]);
    const int64_t rows = dim(call->inputs[0], 0);
    const int64_t depth = dim(call->inputs[0], 1);
    const int64_t channels = dim(call->inputs[1], 0);
    const int64_t bytes = dim(call->inputs[1], 1);
    const int64_t groups = dim(call->inputs[2], 1);
    for (int64_t m = 0; m < rows; ++m) {
        for (int64_t n = 0; n < channels; ++n) {
            double sum = 0.0;
            for (int64_t k = 0; k < depth; ++k) {
                const uint8_t pair = packed[n * bytes + k / 2];
                const int code = k % 2 == 0 ? pair & 15 : pair >> 4;
                const double w = (code - 8) * fromHalf(scale[n * groups + k / group]);
                sum += fromHalf(x[m * depth + k]) * w;
            }
            y[m * channels + n] = static_cast<float>(sum);
        }
    }
    return 0;
}
