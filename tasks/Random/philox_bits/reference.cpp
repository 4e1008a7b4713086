// SPDX-License-Identifier: Apache-2.0
#include "loupe_kernel.h"

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint32_t *counter = input<uint32_t>(call, 0);
    const uint32_t *key = input<uint32_t>(call, 1);
    uint32_t *bits = output<uint32_t>(call, 0);
    const int64_t count = dim(call->inputs[0], 0);
    for (int64_t i = 0; i < count; ++i) {
        uint32_t c[4]
            = {counter[4 * i], counter[4 * i + 1], counter[4 * i + 2], counter[4 * i + 3]};
        uint32_t k[2] = {key[0], key[1]};
        for (int round = 0; round < 10; ++round) {
            const uint64_t product0 = uint64_t{0xD2511F53} * c[0];
            const uint64_t product1 = uint64_t{0xCD9E8D57} * c[2];
            c[0] = static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ k[0];
            c[1] = static_cast<uint32_t>(product1);
            c[2] = static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ k[1];
            c[3] = static_cast<uint32_t>(product0);
            k[0] += 0x9E3779B9;
            k[1] += 0xBB67AE85;
        }
        for (int word = 0; word < 4; ++word)
            bits[4 * i + word] = c[word];
    }
    return 0;
}
