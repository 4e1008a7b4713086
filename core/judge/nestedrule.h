// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/dtype.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace loupe {

/// How far an element may lie from its expectation: |a - e| <= absolute + relative · |scale|, each
/// step rounded as torch rounds it. `exact`, or both zero: equality.
struct Tolerance {
    bool exact = false;
    double relative = 0.0;
    double absolute = 0.0;
    /// Where positive: absolute = max(absolute, this · rms(expected)), so that an output of small
    /// numbers is not right whatever it holds.
    double absoluteOfRms = 0.0;
    friend bool operator==(const Tolerance &, const Tolerance &) = default;
};

/// Measures over a whole tensor, in place of a tolerance per element.
struct QualityThresholds {
    double cosine = 0.99;     ///< at least: cosine similarity of the flattened tensors
    double l1Relative = 0.01; ///< at most: sum|a - e| / sum|e|
    double rmse = 0.01;       ///< at most: root mean square of a - e
    bool rmseOfRms = false;   ///< the rmse is divided by rms(expected) first
    friend bool operator==(const QualityThresholds &, const QualityThresholds &) = default;
};

/// How far one output of a reference was from the expectation when it was called as it is timed:
/// root mean square and largest of the errors of its elements.
struct OutputError {
    double rms = 0.0;
    double largest = 0.0;
    friend bool operator==(const OutputError &, const OutputError &) = default;
};

/// What is timed with a precision of its own (TF32 on a GPU) sets no smaller one for a candidate:
/// that may be off by so many times as much.
inline constexpr double timesTimedRms = 2.0;
inline constexpr double timesTimedLargest = 4.0;

/// How a nested result is compared with its expectation.
struct NestedRule {
    /// Which side's magnitude the relative tolerance is of.
    enum class Scale : std::uint8_t { Expected, Actual };
    /// What numbers of Python (not tensors) are held to.
    enum class Numbers : std::uint8_t {
        Equal,     ///< as by Python's ==: 1, 1.0 and True are the same
        Tolerated, ///< the tolerance of their common numpy type; whole numbers equal
    };

    std::map<DType, Tolerance> byDtype;
    Tolerance otherwise{true, 0, 0, 0}; ///< for element types that are not listed
    Scale scale = Scale::Expected;
    Numbers numbers = Numbers::Tolerated;
    bool equalNan = false;
    bool checkDtype = true; ///< another element type is WrongDtype; else both go to float64
    bool listsMatchTuples = true;
    bool onlyOneTensor = false;  ///< a result that is not one tensor is WrongStructure
    bool comparesDicts = true;   ///< else a dictionary that holds a tensor never matches
    bool comparesArrays = true;  ///< else an array of more than one element never matches
    bool exactTypes = false;     ///< subclasses of torch.Tensor are WrongStructure
    bool refusesOverlap = false; ///< as are tensors whose elements share memory (a stride of 0)
    std::optional<QualityThresholds> thresholds; ///< tensors are held to these instead
    /// By place ("result[0]"): a tensor there is right, too, where both its errors are at most
    /// timesTimedRms and timesTimedLargest times these, and both sides are finite.
    std::map<std::string, OutputError> asTimed;

    const Tolerance &toleranceOf(DType dtype) const;
    friend bool operator==(const NestedRule &, const NestedRule &) = default;
};

/// The rule as it is stored with a run and sent to the judge.
Json toJson(const NestedRule &rule);
/// Corrupt when it is not what toJson wrote.
Result<NestedRule> nestedRuleFromJson(const Json &json);

} // namespace loupe
