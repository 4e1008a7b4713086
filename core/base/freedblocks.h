// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe {

/// Size from which returnFreedBlocks() applies.
inline constexpr std::size_t returnedBlockBytes = std::size_t{1} << 23U;

/// Makes the C library give freed blocks of returnedBlockBytes and more back to the system. By
/// default, glibc raises this limit up to 32 MiB with each such block that is freed. Later blocks
/// then come from heaps, which keep the memory of a million rows after they are forgotten. Call it
/// before other threads start. Does nothing with other C libraries.
void returnFreedBlocks();

} // namespace loupe
