// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-plain: values are widened one at a time in the
// innermost loop.
#include <cstring>

#include "loupe_kernel.h"

namespace {

float toFloat(uint16_t value)
{
    const uint32_t bits = static_cast<uint32_t>(value) << 16;
    float result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
}

uint16_t toBfloat16(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return static_cast<uint16_t>((bits >> 16) | 0x40u);
    const uint32_t remainder = bits & 0xffffu;
    uint32_t upper = bits >> 16;
    if (remainder > 0x8000u || (remainder == 0x8000u && (upper & 1u) != 0))
        ++upper;
    return static_cast<uint16_t>(upper);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const uint16_t *a = loupe_abi::input<uint16_t>(call, 0);
    const uint16_t *b = loupe_abi::input<uint16_t>(call, 1);
    uint16_t *c = loupe_abi::output<uint16_t>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t rows = loupe_abi::dim(call->inputs[0], 1);
    const int64_t depth = loupe_abi::dim(call->inputs[0], 2);
    const int64_t columns = loupe_abi::dim(call->inputs[1], 2);
    for (int64_t n = 0; n < batches; ++n) {
        const uint16_t *left = a + n * rows * depth;
        const uint16_t *right = b + n * depth * columns;
        for (int64_t i = 0; i < rows; ++i) {
            for (int64_t j = 0; j < columns; ++j) {
                float sum = 0.0f;
                for (int64_t k = 0; k < depth; ++k)
                    sum += toFloat(left[i * depth + k]) * toFloat(right[k * columns + j]);
                c[(n * rows + i) * columns + j] = toBfloat16(sum);
            }
        }
    }
    return 0;
}
