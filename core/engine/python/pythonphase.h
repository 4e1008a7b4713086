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

/// Where a strict trial's inputs lie, compared with those of the trial before.
enum class InputPlace : std::uint8_t { Any, Same, Other };

/// One call of a candidate: what it is given, and what the reference made of the same.
struct PythonTrial {
    std::size_t index = 0;
    std::string caseName;
    std::string function; ///< Calls: which one is called; empty: the task's entry
    std::optional<std::uint64_t>
        drawSeed;     ///< before the inputs are drawn; none: the stream goes on
    std::string seed; ///< decimal; secret until the run has ended where the phase is strict
    Bundle given;     ///< list of arguments, or {"args","kwargs"}; unused by a script
    Bundle expected;  ///< the result; of a recorded call {"result","arguments"}
    /// How torch's generator stands when the candidate is called: seeded, or in this state
    /// (base64), or as it is.
    std::optional<std::uint64_t> callSeed;
    std::string state;
    bool referenceWritesInputs = false;
    bool referenceDraws = false;    ///< random numbers
    bool growsArguments = false;    ///< the reference gives one more memory, as `out=` may
    bool madeOnHostInstead = false; ///< its inputs were to be made on the device, which failed
    Json layout = Json::array();    ///< of the reference's result: where each tensor lies

    // What a strict trial is for, besides being one more.
    std::string point;   ///< of the strict protocol; empty: none
    std::string variant; ///< how its inputs come from the task's own ("signed"); empty: they are
    InputPlace place = InputPlace::Any;
    bool isLeftOut = false;    ///< it says nothing of a candidate at this task
    bool isUntied = false;     ///< no two numbers of an input tensor are equal
    bool repeatsFirst = false; ///< the inputs of the first trial once more
    bool randomisesWeights = false;
    bool redrawsWeights = false;   ///< of those that are not all the same; with randomisesWeights
    bool constructsAgain = false;  ///< both sides, under drawSeed, for this trial only
    std::optional<Bundle> weights; ///< state_dict for this trial only
    /// Returns whether it has other weights, or inputs that the task does not draw itself.
    bool isUnusual() const { return randomisesWeights || constructsAgain || !variant.empty(); }
    std::string excused; ///< why the reference cannot support the point; else empty
    /// By element type: how far the reference was from itself in float64.
    std::map<std::string, double> referenceError;
    std::string notExact; ///< why the expectation does not come from float64; else empty
    /// By place: how far the reference is off when it is called as it is timed; only where it then
    /// computes otherwise.
    std::map<std::string, OutputError> timedErrors;

    /// The trial before it was made.
    PythonTrial plan() const;
};

/// What a reference's call computes.
struct CountedOperations {
    std::optional<double> count; ///< floating-point operations; none: not known
    std::string type;            ///< of the first floating result: "float32"
};

/// How a candidate is made to do its work.
enum class PythonStyle {
    Model,  ///< constructed as ModelNew, called with each trial's arguments
    Script, ///< run as a whole with the suite's test behind it
    Calls,  ///< its function is called as the suite's test called the reference's
    Tests,  ///< the suite's tests of an operator run with its functions in the operator's place
};

/// Trials under one set of rules.
struct PythonPhase {
    PythonStyle style = PythonStyle::Model;
    bool isStrict = false;
    Protocol protocol;
    std::uint64_t modelSeed = 0;
    bool isGrouped = false; ///< Model: inputs come from get_input_groups()
    /// The trials are too large to be kept: each is made anew when a candidate is to be given it.
    bool isStreamed = false;
    std::int64_t trialBytes = 0;     ///< of memory while one streamed trial is judged
    std::int64_t deviceBytes = 0;    ///< of the device while one trial is judged there
    std::int64_t preparingBytes = 0; ///< likewise, while its trials are made
    Bundle constructorArguments;     ///< Model: a list
    std::optional<Bundle> weights;   ///< Model: state_dict to be transplanted
    std::string generator;           ///< torch's state behind the reference's constructor, base64
    std::vector<PythonTrial> trials; ///< none where the suite's test made no call to compare
    /// Of an operator: the calls that its tests make, recorded or not. Where the tests themselves
    /// are run, the trials are for timing only.
    std::int64_t callsMade = 0;
    /// Tests: cases that are not run, because they fail with the reference too.
    std::vector<int> brokenCases;

    /// Whether inputs depend on what the candidate's constructor drew.
    bool followsCandidate() const
    {
        return style == PythonStyle::Model && !isStrict
            && protocol.seedScheme == SeedScheme::AfterCandidate;
    }
    /// Everything but what was made: no trials, no values.
    PythonPhase plan() const;
    /// The trial with the most bytes of inputs: the one that is timed. There must be one.
    const PythonTrial &largestTrial() const;
    /// Trials of all sizes, small to large and the largest among them, at most `most`.
    std::vector<const PythonTrial *> trialsOfAllSizes(std::size_t most) const;
};

} // namespace loupe
