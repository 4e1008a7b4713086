// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"
#include "core/judge/tensorpair.h"
#include "core/model/evaluation.h"
#include "core/model/value.h"
#include "core/sandbox/tensorarena.h"

#include <string>
#include <vector>

namespace loupe {

/// What came of comparing a nested result with its expectation.
struct NestedComparison {
    Verdict verdict = Verdict::NotRecorded;
    std::string message; ///< one sentence; names the place ("result['a'][0]") and counts
    /// One per tensor in the order of the visit (keys sorted), and one per number that differs;
    /// `output` is the place. The mismatch maps of all of them stay below mapBytesPerComparison.
    std::vector<OutputComparison> outputs;
    /// Right by NestedRule::asTimed alone: some tensor is outside of its tolerance.
    bool isAsTimed = false;
};

/// All mismatch maps of one comparison together, in bytes.
inline constexpr std::size_t mapBytesPerComparison = std::size_t{256} << 10;

/// Compares trees and the tensors they name. The actual side may be hostile: its tree may have any
/// form, its tensors any bytes, and both may change while they are read. Correct, WrongStructure,
/// WrongShape, WrongDtype, NotANumber, WrongTail or WrongValue. `root` names the whole result in
/// messages. Errors are the machinery's.
Result<NestedComparison> compareNested(const Value &expected, const Value &actual,
                                       const TensorPair &tensors, const NestedRule &rule,
                                       const std::string &root = "result");
/// The same of tensors in this machine's memory; an arena may be null where the tree names no
/// tensor.
NestedComparison compareNested(const Value &expected, const TensorArena *expectedTensors,
                               const Value &actual, const TensorArena *actualTensors,
                               const NestedRule &rule, const std::string &root = "result");

/// Over a Channel; NaN and infinities survive.
Json toJson(const NestedComparison &comparison);
/// Corrupt when it is not what toJson wrote.
Result<NestedComparison> nestedComparisonFromJson(const Json &json);

} // namespace loupe
