// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Interpretation of a suite's rules: by its published code, defects included, or by its text.
enum class ProtocolMode : std::uint8_t { AsShipped, AsIntended };

/// State of a suite's quirk, or of a point of the strict protocol, in one run.
enum class ToggleState : std::uint8_t {
    AsShipped,
    AsIntended,
    On,
    Off,
    NotYet, ///< a strict point that is not implemented; its reason names the plan
};

/// Named choice that is stored with a run.
struct ProtocolToggle {
    std::string id; ///< stable, lower case: "integer_inputs_cast"
    ToggleState state = ToggleState::AsShipped;
    std::string meaning; ///< behaviour in this state
    std::string reason;  ///< why it matters; for strict points the implementing module
};

/// Conversion of the input tensors of a task.
enum class InputCast : std::uint8_t {
    None,
    AllTensors,      ///< to the run's precision, integers and masks as well
    FloatingTensors, ///< to the run's precision; others are unchanged
};

/// Method of giving reference and candidate equal weights.
enum class WeightEquality : std::uint8_t {
    None,       ///< functions without weights
    SameSeed,   ///< the generator is set to `modelSeed` before each constructor
    Transplant, ///< the reference's state_dict is copied into the candidate
};

/// Source of the random numbers of inputs.
enum class SeedScheme : std::uint8_t {
    PerTrial,       ///< `seeds`: one before the inputs of each trial
    Once,           ///< `seeds[0]` once, before all work of one side
    AfterCandidate, ///< never set again: continues the stream after the candidate's constructor
    Secret,         ///< new for each run and phase, drawn by the engine
    None,           ///< never set
};

/// Data that is compared between the sides.
enum class Compared : std::uint8_t {
    ReturnValue,    ///< return value of the model or function
    TestResults,    ///< the module-level result variable of the test script
    StandardOutput, ///< bytes printed by the test script
};

/// Timing method of a suite. Durations in milliseconds.
struct TimingProtocol {
    std::string method;    ///< "cuda_event", "do_bench", "interleaved"
    int warmups = 0;       ///< calls; 0 if warmupMs counts
    double warmupMs = 0.0; ///< as counted by do_bench
    int discarded = 0;     ///< first measurements that are dropped
    int trials = 0;        ///< measured calls; 0 if trialsMs counts
    double trialsMs = 0.0; ///< as counted by do_bench
    bool flushesCache = false;
    std::int64_t flushBytes = 0; ///< 0: default of the method
    bool gradEnabled = false;    ///< in the candidate's timed calls
    bool freshInputs = false;    ///< else the same tensors in every call
    std::string statistic;       ///< "mean", "median"
    std::string inputs;          ///< one sentence about the inputs
};

/// Rules of a suite in one version and mode, as data.
struct Protocol {
    std::string id; ///< "kernelbench-0.2", "strict-1"; with "+intended" for that mode
    std::string suite;
    std::string version;
    std::string title; ///< for users
    ProtocolMode mode = ProtocolMode::AsShipped;

    int trials = 1;
    SeedScheme seedScheme = SeedScheme::PerTrial;
    std::vector<std::uint64_t> seeds;
    std::uint64_t modelSeed = 0; ///< set before get_init_inputs and before each constructor
    bool seedsNumpy = false;     ///< the seed also sets numpy's generator
    bool seedsPython = false;    ///< the seed also sets Python's own generator
    WeightEquality weights = WeightEquality::SameSeed;
    InputCast cast = InputCast::None;
    DType precision = DType::Float32; ///< target of `cast`, and of the models
    bool modelsCast = false;          ///< the models are cast to `precision` as well
    bool evaluationMode = false;      ///< model.eval() is called
    bool gradInForward = false;       ///< in the compared calls
    bool backward = false;            ///< calls also give gradients; the id ends in "+backward"
    bool sharedInputs = true;         ///< both sides get the very same tensors
    bool referenceFirst = true;
    bool sameRandomState = false;    ///< both forwards start from the same generator state
    bool referenceMayUseTf32 = true; ///< torch's default for float32 convolutions
    bool stopsAtFirstFailure = false;
    Compared compared = Compared::ReturnValue;
    std::string resultVariable; ///< TestResults: name of that variable
    NestedRule rule;
    std::vector<std::string> stages; ///< in order, by the suite's own names
    double deadlineSeconds = 0.0;    ///< per candidate; 0: none
    TimingProtocol timing;
    std::string speedupDefinition;
    double excessiveSpeedup = 0.0; ///< above, the suite flags or drops the result; 0: never
    std::vector<ProtocolToggle> toggles;

    /// Returns a toggle; nullptr if the protocol lacks it.
    const ProtocolToggle *toggle(std::string_view toggleId) const;
    /// Returns whether the toggle exists and is On.
    bool isOn(std::string_view toggleId) const;
    /// Returns whether the toggle exists and is AsShipped.
    bool isAsShipped(std::string_view toggleId) const;
};

/// Choices that differ from the mode: toggle id → AsShipped or AsIntended; for strict points On or
/// Off.
using ToggleChoices = std::map<std::string, ToggleState>;

/// Makes calls of the protocol go forward and backward, and adds that to its id.
void addGradients(Protocol &protocol);

/// Lets a candidate be judged and timed on several shapes of its task, and adds the `digest` of the
/// shapes to the id. Before addGradients().
void addShapes(Protocol &protocol, const std::string &digest);

/// Returns a suite's protocol. `suite` is "kernelbench", "kernelbenchx", "tritonbench-t",
/// "tritonbench-g", "multikernelbench" or "kernelgenbench"; case, dashes, underscores and blanks do
/// not matter. `version` is a version or protocol id, empty for the newest. `taskFacts` holds the
/// suite's facts about the task: "precision" ("fp32", "fp16", "bf16"), "torch" (its version),
/// "precision_thresholds", "reduce_dim", "dtype", "backend", "backward" (true: with gradients),
/// "shapes" (digest of the run's shapes); other keys are ignored. NotFound for an unknown suite,
/// version or toggle.
Result<Protocol> protocolFor(const std::string &suite, const std::string &version,
                             ProtocolMode mode, const Json &taskFacts = Json::object(),
                             const ToggleChoices &choices = {});

/// Returns our protocol, equal for every suite. Its toggles are the points of the strict checklist.
/// The fact "backward" (true) adds gradients, "shapes" (a digest) several shapes.
Protocol strictProtocol(const Json &taskFacts = Json::object());

/// Switches points of the strict protocol On or Off. NotFound for an unknown or fixed point, or
/// another state.
Status switchPoints(Protocol &strict, const ToggleChoices &choices);

/// Returns "as_shipped", "not_yet", …
std::string_view name(ToggleState state);
std::string_view name(ProtocolMode mode);

/// Converts the whole protocol, for storing with a run.
Json toJson(const Protocol &protocol);

} // namespace loupe
