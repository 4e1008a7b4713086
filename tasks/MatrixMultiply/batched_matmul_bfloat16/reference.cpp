// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "loupe_kernel.h"

namespace {

double widen(uint16_t value)
{
    return std::bit_cast<float>(static_cast<uint32_t>(value) << 16);
}

// To nearest, ties to even; results here are finite.
uint16_t roundToBfloat16(float value)
{
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint16_t *a = input<uint16_t>(call, 0);
    const uint16_t *b = input<uint16_t>(call, 1);
    uint16_t *c = output<uint16_t>(call, 0);
    const int64_t batches = dim(call->inputs[0], 0);
    const int64_t rows = dim(call->inputs[0], 1);
    const int64_t depth = dim(call->inputs[0], 2);
    const int64_t columns = dim(call->inputs[1], 2);
    for (int64_t n = 0; n < batches; ++n)
        for (int64_t i = 0; i < rows; ++i)
            for (int64_t j = 0; j < columns; ++j) {
                double sum = 0.0;
                for (int64_t k = 0; k < depth; ++k)
                    sum += widen(a[(n * rows + i) * depth + k])
                        * widen(b[(n * depth + k) * columns + j]);
                c[(n * rows + i) * columns + j] = roundToBfloat16(static_cast<float>(sum));
            }
    return 0;
}
