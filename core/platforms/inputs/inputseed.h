// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace loupe {

/// Returns the seed of one input (64 hexadecimal digits), derived from the run's seed. The engine
/// computes it, so that a host process neither learns the run's seed nor needs a cryptographic
/// library.
std::string inputSeed(const std::string &seed, std::size_t trial, std::size_t input);

} // namespace loupe
