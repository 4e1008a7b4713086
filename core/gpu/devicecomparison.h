// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/elementcomparison.h"
#include "core/model/tensorspec.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

// Passes over tensors in the memory of the current device, aligned to their elements. Each waits
// until it is done. The elements are dealt out to blocks in chunks of a fixed size, and what the
// chunks give is merged in their order, so that the same tensors always give the same numbers.

/// Everything about a pair of tensors but where they differ.
Result<ElementTally> tallyOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                   const Tolerance &tolerance, const std::byte *expected,
                                   const std::byte *actual);

/// One bit for each element, set where the pair differs; the lowest bit of a word first.
Result<std::vector<std::uint32_t>> maskOnDevice(const TensorSpec &spec, const ElementRule &rule,
                                                const Tolerance &tolerance,
                                                const std::byte *expected, const std::byte *actual);

Result<SquareSum> squaresOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor);

/// Writes the elements as doubles (of complex numbers the real part) to `wide`.
Status widenOnDevice(DType dtype, std::int64_t elements, const std::byte *tensor, double *wide);

} // namespace loupe
