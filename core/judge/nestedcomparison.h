// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"
#include "core/judge/tensorpair.h"
#include "core/model/record/evaluation.h"
#include "core/model/values/value.h"
#include "core/sandbox/channel/tensorarena.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Result of comparing a nested result with its expectation.
struct NestedComparison {
    Verdict verdict = Verdict::NotRecorded;
    std::string message; ///< one sentence with the path ("result['a'][0]") and counts
    /// One per tensor in the order of the visit (keys sorted), and one per number that differs;
    /// `output` is the path. Their mismatch maps take at most mapBytesPerComparison together.
    std::vector<OutputComparison> outputs;
    /// Correct only by NestedRule::asTimed: some tensor is outside its tolerance.
    bool isAsTimed = false;
    /// Number of elements that are only correct by NestedRule::undecided.
    std::int64_t undecided = 0;
};

/// Maximum size of all mismatch maps of one comparison.
inline constexpr std::size_t mapBytesPerComparison = std::size_t{256} << 10;

/// Compares two trees and their tensors. The actual side may be hostile: its tree may have any
/// form, its tensors any bytes, and both may change meanwhile. Verdicts: Correct, WrongStructure,
/// WrongShape, WrongDtype, NotANumber, WrongTail or WrongValue. `root` names the whole result in
/// messages. Errors are internal ones.
Result<NestedComparison> compareNested(const Value &expected, const Value &actual,
                                       const TensorPair &tensors, const NestedRule &rule,
                                       const std::string &root = "result");

/// Converts a comparison for a Channel; NaN and infinities are preserved.
Json toJson(const NestedComparison &comparison);
/// Reads what toJson() wrote; else Corrupt.
Result<NestedComparison> nestedComparisonFromJson(const Json &json);

} // namespace loupe
