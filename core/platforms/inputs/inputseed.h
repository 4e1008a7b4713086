// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace loupe {

/// The seed of one input (64 hexadecimal digits), from the seed of the run. The engine computes it:
/// a host process never learns the run's seed, nor needs a cryptographic library at its start.
std::string inputSeed(const std::string &seed, std::size_t trial, std::size_t input);

} // namespace loupe
