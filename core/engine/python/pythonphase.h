// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"
#include "core/platforms/python/pythonhost.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Placement of a strict trial's inputs, compared with those of the trial before.
enum class InputPlacement : std::uint8_t { Any, Same, Other };

/// One call of a candidate: its arguments, and the reference's result for the same arguments.
struct PythonTrial {
    std::size_t index = 0;
    std::string caseName;
    std::string function; ///< Calls: name of the function; empty: the task's entry
    std::optional<std::uint64_t>
        drawSeed;     ///< before the inputs are drawn; nullopt: the stream goes on
    std::string seed; ///< decimal; secret until the run has ended if the phase is strict
    Bundle given;     ///< list of arguments, or {"args","kwargs"}; unused by a script
    Bundle expected;  ///< the result; of a recorded call {"result","arguments"}
    /// State of torch's generator when the candidate is called: seeded, or this state (base64), or
    /// unchanged.
    std::optional<std::uint64_t> callSeed;
    std::string state;
    bool referenceWritesInputs = false;
    bool referenceDraws = false;    ///< draws random numbers
    bool growsArguments = false;    ///< the reference enlarges an argument's memory, as `out=` may
    bool drawsGroupsAnew = false;   ///< get_input_groups() is called for this trial
    bool madeOnHostInstead = false; ///< making the inputs on the device failed
    Json layout = Json::array();    ///< of the reference's result: device and memory of each tensor

    // Purpose of a strict trial.
    std::string point;   ///< of the strict protocol; empty if none
    std::string variant; ///< how its inputs derive from the task's own ("signed"); empty: unchanged
    InputPlacement place = InputPlacement::Any;
    bool isLeftOut = false;    ///< not compared, because it says nothing about a candidate of this
                               ///< task
    bool isUntied = false;     ///< no two numbers of an input tensor are equal
    bool repeatsFirst = false; ///< uses the inputs of the first trial again
    bool randomisesWeights = false;
    bool redrawsWeights = false;   ///< those with several values; with randomisesWeights
    bool constructsAgain = false;  ///< reference and candidate, under drawSeed, for this trial only
    std::optional<Bundle> weights; ///< state_dict for this trial only
    /// Returns whether it has other weights, or inputs that the task does not draw itself.
    bool isUnusual() const { return randomisesWeights || constructsAgain || !variant.empty(); }
    std::string excused; ///< why the reference cannot support the point; else empty
    /// By element type: distance of the reference from its float64 result.
    std::map<std::string, double> referenceError;
    std::string notExact; ///< why the expectation does not come from float64; else empty
    /// By output: error of the reference when it is called as it is timed. Only set if it computes
    /// differently then.
    std::map<std::string, OutputError> timedErrors;
    /// By output: elements that roundings decide.
    std::map<std::string, UndecidedElements> undecided;

    /// Returns a copy without the values that were made.
    PythonTrial plan() const;
};

/// Floating-point work of a reference's call.
struct CountedOperations {
    std::optional<double> count; ///< floating-point operations; none: not known
    std::string type;            ///< of the first floating result: "float32"
};

/// Ways to run a candidate.
enum class PythonStyle {
    Model,  ///< constructed as ModelNew, called with each trial's arguments
    Script, ///< run as a whole, followed by the suite's test
    Calls,  ///< its function is called as the suite's test called the reference's
    Tests,  ///< the suite's tests of an operator run with its functions in place of the operator
};

/// Trials under one set of rules.
struct PythonPhase {
    PythonStyle style = PythonStyle::Model;
    bool isStrict = false;
    Protocol protocol;
    std::uint64_t modelSeed = 0;
    bool isGrouped = false; ///< Model: inputs come from get_input_groups()
    /// Trials are too large to be kept, so that each is made anew for each candidate.
    bool isStreamed = false;
    std::int64_t trialBytes = 0;     ///< memory while one streamed trial is judged
    std::int64_t deviceBytes = 0;    ///< device memory while one trial is judged there
    std::int64_t preparingBytes = 0; ///< device memory while the trials are made
    Bundle constructorArguments;     ///< Model: a list
    std::optional<Bundle> weights;   ///< Model: state_dict to be transplanted
    std::string generator;           ///< torch's state after the reference's constructor, base64
    std::vector<PythonTrial> trials; ///< none if the suite's test made no call to compare
    /// Strict call on another shape, after all else. It adds a flag and does not decide. Absent if
    /// trials are streamed.
    std::optional<PythonTrial> shapeHint;
    /// Number of calls that an operator's tests make, including those not recorded. If the tests
    /// themselves are run, the trials are for timing only.
    std::int64_t callsMade = 0;
    /// Tests: cases that are not run because they fail with the reference too.
    std::vector<int> brokenCases;

    /// Returns whether inputs depend on what the candidate's constructor drew.
    bool followsCandidate() const
    {
        return style == PythonStyle::Model && !isStrict
            && protocol.seedScheme == SeedScheme::AfterCandidate;
    }
    /// Returns a copy without trials and values.
    PythonPhase plan() const;
    /// Returns the trial with the most bytes of inputs, which is the one that is timed. There must
    /// be one.
    const PythonTrial &maxSizeTrial() const;
    /// Returns trials of all sizes, small to large and including the largest, at most `most`.
    std::vector<const PythonTrial *> trialsOfAllSizes(std::size_t most) const;
};

/// Returns whether the strict inputs may have other element types than the suite's, which may cast
/// all of them. A candidate that takes the task's own types then ends otherwise. Of streamed
/// trials only the cast is known.
bool mayGiveOtherTypes(const PythonPhase &suite, const PythonPhase &strict);

} // namespace loupe
