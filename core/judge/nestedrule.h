// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/values/dtype.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Maximum distance of an element from its expectation: |a - e| <= absolute + relative · |scale|,
/// each step rounded as in torch. `exact`, or both zero: equality.
struct Tolerance {
    bool exact = false;
    double relative = 0.0;
    double absolute = 0.0;
    /// If positive: absolute = max(absolute, this · rms(expected)). Then the tolerance follows the
    /// magnitude of the output, so that small values are checked as well.
    double absoluteOfRms = 0.0;
    friend bool operator==(const Tolerance &, const Tolerance &) = default;
};

/// Limits on measures over a whole tensor, in place of a tolerance per element.
struct QualityThresholds {
    double cosine = 0.99;     ///< minimum cosine similarity of the flattened tensors
    double l1Relative = 0.01; ///< maximum of sum|a - e| / sum|e|
    double rmse = 0.01;       ///< maximum root mean square of a - e
    bool rmseOfRms = false;   ///< divide the rmse by rms(expected)
    friend bool operator==(const QualityThresholds &, const QualityThresholds &) = default;
};

/// Error of one output of a reference that is called as it is timed: root mean square and maximum
/// of its elements' errors.
struct OutputError {
    double rms = 0.0;
    double largest = 0.0;
    friend bool operator==(const OutputError &, const OutputError &) = default;
};

/// Allowed multiples of that error. A reference timed with lower precision (TF32 on a GPU) does not
/// demand a higher one of a candidate.
inline constexpr double timesTimedRms = 2.0;
inline constexpr double timesTimedLargest = 4.0;

/// Elements of one tensor that roundings decide: the reference has a border there, such as that of
/// a quantiser, which another order of operations may cross. All three lists are of one length.
struct UndecidedElements {
    std::vector<std::int64_t> places; ///< in the order of the elements
    std::vector<double> low;          ///< the lowest of the reference's own values there
    std::vector<double> high;         ///< the highest

    void append(const UndecidedElements &others);
    friend bool operator==(const UndecidedElements &, const UndecidedElements &) = default;
};

/// Removes elements of some tensors, as many as one message to the checker carries, and returns
/// them.
std::map<std::string, UndecidedElements>
takeUndecided(std::map<std::string, UndecidedElements> &undecided);

/// Rule for comparing a nested result with its expectation.
struct NestedRule {
    /// Side whose magnitude scales the relative tolerance.
    enum class Scale : std::uint8_t { Expected, Actual };
    /// Rule for numbers of Python (not tensors).
    enum class Numbers : std::uint8_t {
        Equal,     ///< as by Python's ==: 1, 1.0 and True are equal
        Tolerated, ///< the tolerance of their common numpy type; whole numbers must be equal
    };

    std::map<DType, Tolerance> byDtype;
    Tolerance otherwise{true, 0, 0, 0}; ///< for element types that are not listed
    Scale scale = Scale::Expected;
    Numbers numbers = Numbers::Tolerated;
    bool equalNan = false;
    bool checkDtype = true; ///< another element type is WrongDtype; else both are widened
    bool listsMatchTuples = true;
    bool onlyOneTensor = false;  ///< a result that is not one tensor is WrongStructure
    bool comparesDicts = true;   ///< else a dictionary with a tensor never matches
    bool comparesArrays = true;  ///< else an array of more than one element never matches
    bool exactTypes = false;     ///< subclasses of torch.Tensor are WrongStructure
    bool refusesOverlap = false; ///< so are tensors whose elements share memory (a stride of 0)
    /// A dictionary "gradients" at the top may have more keys than expected.
    bool allowsMoreGradients = false;
    std::optional<QualityThresholds> thresholds; ///< replace the tolerances of tensors
    /// By path ("result[0]"): a tensor is also correct if both its errors are at most timesTimedRms
    /// and timesTimedLargest times these, and both sides are finite.
    std::map<std::string, OutputError> asTimed;
    /// By path: elements that are also correct from the lowest to the highest value, widened by the
    /// tolerance.
    std::map<std::string, UndecidedElements> undecided;

    const Tolerance &toleranceOf(DType dtype) const;
    friend bool operator==(const NestedRule &, const NestedRule &) = default;
};

/// Convert to and from {path: {"places", "low", "high"}}, as a reference process sends them; else
/// Corrupt.
Json undecidedToJson(const std::map<std::string, UndecidedElements> &undecided);
Result<std::map<std::string, UndecidedElements>> undecidedFromJson(const Json &json);

/// Converts the rule, for storing with a run and for the checker.
Json toJson(const NestedRule &rule);
/// Reads what toJson() wrote; else Corrupt.
Result<NestedRule> nestedRuleFromJson(const Json &json);

/// Rule for the elements of one pair of tensors.
struct ElementRule {
    Tolerance tolerance;
    NestedRule::Scale scale = NestedRule::Scale::Expected;
    bool equalNan = false;
    bool isNumpy = false;   ///< numpy rounds the tolerances to the element type, torch does not
    bool measures = false;  ///< computes cosine, l1Relative and rmse
    bool rmseOfRms = false; ///< divides the rmse by rms(expected)
};

} // namespace loupe
