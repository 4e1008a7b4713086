// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/elementcomparison.h"
#include "core/model/values/tensorspec.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

// Passes over tensors in the memory of the current device, aligned to their elements. Each waits
// until it is done. Blocks process chunks of a fixed size, and the chunks are merged in order, so
// that equal tensors always give equal numbers.

/// Tallies a pair of tensors, except for the positions of mismatches.
Result<ElementTally> tallyOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                   const Tolerance &tolerance, const std::byte *expected,
                                   const std::byte *actual);

/// Returns one bit per element, set for a mismatch; the lowest bit of a word comes first.
Result<std::vector<std::uint32_t>> maskOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                                const Tolerance &tolerance,
                                                const std::byte *expected, const std::byte *actual);

Result<SquareSum> squaresOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor);

/// Writes the elements to `wide` as doubles; of complex numbers the real part.
Status widenOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor, double *wide);

} // namespace loupe
