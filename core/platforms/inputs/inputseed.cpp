// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/inputseed.h"

#include "core/base/digest.h"

namespace loupe {

std::string inputSeed(const std::string &seed, std::size_t trial, std::size_t input)
{
    return sha256Hex(seed + "/" + std::to_string(trial) + "/" + std::to_string(input));
}

} // namespace loupe
