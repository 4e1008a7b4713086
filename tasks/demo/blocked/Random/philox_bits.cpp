// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked.
#include <algorithm>

#include "loupe_kernel.h"

namespace {

constexpr int64_t lanes = 64;

// The ten rounds on up to `lanes` blocks at once, word by word, so that the compiler vectorises
// across blocks.
void rounds(uint32_t (&c)[4][lanes], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < 10; ++round) {
#pragma omp simd
        for (int64_t lane = 0; lane < lanes; ++lane) {
            const uint64_t product0 = uint64_t{0xD2511F53} * c[0][lane];
            const uint64_t product1 = uint64_t{0xCD9E8D57} * c[2][lane];
            c[0][lane] = static_cast<uint32_t>(product1 >> 32) ^ c[1][lane] ^ k0;
            c[2][lane] = static_cast<uint32_t>(product0 >> 32) ^ c[3][lane] ^ k1;
            c[1][lane] = static_cast<uint32_t>(product1);
            c[3][lane] = static_cast<uint32_t>(product0);
        }
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    using namespace loupe_abi;
    const uint32_t *key = input<uint32_t>(call, 1);
    const int64_t count = dim(call->inputs[0], 0);
#pragma omp parallel for schedule(static) if (count > 4096)
    for (int64_t start = 0; start < count; start += lanes) {
        const int64_t length = std::min(lanes, count - start);
        const uint32_t *counter = input<uint32_t>(call, 0) + 4 * start;
        uint32_t *bits = output<uint32_t>(call, 0) + 4 * start;
        uint32_t c[4][lanes] = {};
        for (int64_t lane = 0; lane < length; ++lane)
            for (int word = 0; word < 4; ++word)
                c[word][lane] = counter[4 * lane + word];
        rounds(c, key[0], key[1]);
        for (int64_t lane = 0; lane < length; ++lane)
            for (int word = 0; word < 4; ++word)
                bits[4 * lane + word] = c[word][lane];
    }
    return 0;
}
