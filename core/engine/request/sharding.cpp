// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/engine/request/plan.h"

#include <cstdint>

namespace loupe {

bool isInShard(const Candidate &candidate, const Shard &shard)
{
    if (shard.count <= 1)
        return true;
    const std::string digest
        = sha256Bytes(candidate.task + '\0' + candidate.method + '\0'
                      + std::to_string(candidate.sample) + '\0' + std::to_string(candidate.round));
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
        number = number << 8 | static_cast<unsigned char>(digest[i]);
    return number % static_cast<std::uint64_t>(shard.count)
        == static_cast<std::uint64_t>(shard.index - 1);
}

} // namespace loupe
