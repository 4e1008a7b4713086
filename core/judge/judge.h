// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/values/tensorspec.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace loupe {

/// Strictness for one output; formula in tasks/README.md, "Tolerances".
struct ComparisonRule {
    bool exact = false;
    double relative = 0.0; ///< rtol = relative, atol = max(absoluteFloor, relative · rms(expected))
    double absoluteFloor = 0.0;
};

/// Compares one output with its expectation. Pure. Both spans hold `spec.bytes()` bytes. NaN equals
/// NaN; infinities must be equal; +0 equals -0.
OutputComparison compareOutput(const TensorSpec &spec, const ComparisonRule &rule,
                               std::span<const std::byte> expected,
                               std::span<const std::byte> actual);

/// Returns the verdict of a trial (Correct, Unwritten, NotANumber, WrongTail or WrongValue) with a
/// sentence: "98304 of 4096000 elements differ, worst at [17, 991]: expected 0.41, got 3.9".
std::pair<Verdict, std::string> judgeTrial(std::span<const OutputComparison> outputs);

} // namespace loupe
