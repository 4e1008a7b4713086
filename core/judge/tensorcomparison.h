// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"
#include "core/model/record/evaluation.h"
#include "core/model/values/tensorspec.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// Compares two tensors of one type and shape in the arithmetic of torch.isclose. It takes one
/// pass, or two if the tolerance uses the expectation's root mean square. Large tensors use several
/// threads, with the same result. Both spans hold `spec.bytes()` bytes. If the actual bytes change
/// meanwhile, the numbers are meaningless, but nothing else happens.
OutputComparison compareTensors(const TensorSpec &spec, const ElementRule &rule,
                                std::span<const std::byte> expected,
                                std::span<const std::byte> actual);

/// Compares in double for any element type. Also counts mismatches that still hold the poison.
OutputComparison compareInDouble(const TensorSpec &spec, const ElementRule &rule,
                                 std::span<const std::byte> expected,
                                 std::span<const std::byte> actual);

/// Returns the elements as doubles; of complex numbers the real part.
std::vector<double> widened(DType dtype, std::span<const std::byte> elements);

} // namespace loupe
