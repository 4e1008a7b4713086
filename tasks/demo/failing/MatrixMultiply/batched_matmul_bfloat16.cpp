// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: rounds the sum to bfloat16 after every step.
#include <cstring>

#include "loupe_kernel.h"

namespace {

float fromBfloat16(uint16_t bits)
{
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value = 0.0f;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

uint16_t toBfloat16(float value)
{
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const uint16_t *a = loupe_abi::input<uint16_t>(call, 0);
    const uint16_t *b = loupe_abi::input<uint16_t>(call, 1);
    uint16_t *c = loupe_abi::output<uint16_t>(call, 0);
    const int64_t batches = loupe_abi::dim(call->inputs[0], 0);
    const int64_t m = loupe_abi::dim(call->inputs[0], 1);
    const int64_t k = loupe_abi::dim(call->inputs[0], 2);
    const int64_t n = loupe_abi::dim(call->inputs[1], 2);
    for (int64_t s = 0; s < batches; ++s) {
        for (int64_t i = 0; i < m; ++i) {
            for (int64_t j = 0; j < n; ++j) {
                uint16_t sum = 0;
                for (int64_t p = 0; p < k; ++p) {
                    const float product = fromBfloat16(a[(s * m + i) * k + p])
                        * fromBfloat16(b[(s * k + p) * n + j]);
                    sum = toBfloat16(fromBfloat16(sum) + product);
                }
                c[(s * m + i) * n + j] = sum;
            }
        }
    }
    return 0;
}
