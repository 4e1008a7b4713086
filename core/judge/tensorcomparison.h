// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/elementrule.h"
#include "core/judge/nestedrule.h"
#include "core/model/evaluation.h"
#include "core/model/tensorspec.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// Compares two tensors of one type and shape in a single pass (two where the tolerance asks for
/// the expectation's root mean square), in the arithmetic of torch.isclose; large ones on several
/// threads, with the same result. Both spans hold `spec.bytes()` bytes. The actual bytes may change
/// meanwhile: then the numbers are of no use, but nothing else happens.
OutputComparison compareTensors(const TensorSpec &spec, const ElementRule &rule,
                                std::span<const std::byte> expected,
                                std::span<const std::byte> actual);

/// As compareTensors, in double, whatever the element type. Also counts the mismatches that still
/// hold the poison.
OutputComparison compareInDouble(const TensorSpec &spec, const ElementRule &rule,
                                 std::span<const std::byte> expected,
                                 std::span<const std::byte> actual);

/// The elements as doubles, whatever their type; of a complex number the real part.
std::vector<double> widened(DType dtype, std::span<const std::byte> elements);

} // namespace loupe
