// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: multiplies in 32 bits, so the high words are lost.
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int32_t *counter = loupe_abi::input<int32_t>(call, 0);
    const int32_t *key = loupe_abi::input<int32_t>(call, 1);
    int32_t *bits = loupe_abi::output<int32_t>(call, 0);
    const int64_t count = loupe_abi::dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        uint32_t c[4];
        for (int j = 0; j < 4; ++j)
            c[j] = static_cast<uint32_t>(counter[4 * i + j]);
        uint32_t k0 = static_cast<uint32_t>(key[0]);
        uint32_t k1 = static_cast<uint32_t>(key[1]);
        for (int round = 0; round < 10; ++round) {
            const uint64_t product0 = 0xD2511F53u * c[0];
            const uint64_t product1 = 0xCD9E8D57u * c[2];
            const uint32_t next0 = static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ k0;
            const uint32_t next2 = static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ k1;
            c[1] = static_cast<uint32_t>(product1);
            c[3] = static_cast<uint32_t>(product0);
            c[0] = next0;
            c[2] = next2;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int j = 0; j < 4; ++j)
            bits[4 * i + j] = static_cast<int32_t>(c[j]);
    }
    return 0;
}
