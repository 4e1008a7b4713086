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

/// Whether a suite's rules are taken as its published code carries them out, defects included, or
/// as its text means them.
enum class ProtocolMode : std::uint8_t { AsShipped, AsIntended };

/// Where a quirk of a suite, or a point of the strict protocol, stands in one run.
enum class ToggleState : std::uint8_t {
    AsShipped,
    AsIntended,
    On,
    Off,
    NotYet, ///< a strict point that no code carries out; its reason names what will
};

/// One named, recorded choice.
struct ProtocolToggle {
    std::string id; ///< stable, lower case: "integer_inputs_cast"
    ToggleState state = ToggleState::AsShipped;
    std::string meaning; ///< what happens in this state
    std::string reason;  ///< why it matters; for strict points what carries it out
};

/// What becomes of the tensors that a task makes as inputs.
enum class InputCast : std::uint8_t {
    None,
    AllTensors,      ///< to the run's precision, integers and masks too
    FloatingTensors, ///< to the run's precision; the others stay
};

/// How reference and candidate come to the same weights.
enum class WeightEquality : std::uint8_t {
    None,       ///< functions, no weights
    SameSeed,   ///< the generator is set to `modelSeed` before each constructor
    Transplant, ///< the reference's state_dict is copied into the candidate
};

/// Where the random numbers of inputs come from.
enum class SeedScheme : std::uint8_t {
    PerTrial,       ///< `seeds`: one before each trial's inputs
    Once,           ///< `seeds[0]` once, before everything of one side
    AfterCandidate, ///< never set again: the stream goes on where the candidate's constructor left
                    ///< it
    Secret,         ///< fresh for each run and phase, drawn by the engine
    None,           ///< never set
};

/// What is compared of the two sides.
enum class Compared : std::uint8_t {
    ReturnValue,    ///< what the model or function returns
    TestResults,    ///< the module-level result variable of the test script
    StandardOutput, ///< the bytes the test script printed
};

/// How a suite times. Durations in milliseconds.
struct TimingProtocol {
    std::string method;    ///< "cuda_event", "do_bench", "interleaved"
    int warmups = 0;       ///< calls; 0 where warmupMs counts
    double warmupMs = 0.0; ///< as do_bench counts
    int discarded = 0;     ///< first measurements that are dropped
    int trials = 0;        ///< measured calls; 0 where trialsMs counts
    double trialsMs = 0.0; ///< as do_bench counts
    bool flushesCache = false;
    std::int64_t flushBytes = 0; ///< 0: as the method does
    bool gradEnabled = false;    ///< in the candidate's timed calls
    bool freshInputs = false;    ///< else the same tensors in every call
    std::string statistic;       ///< "mean", "median"
    std::string inputs;          ///< one sentence: on which inputs
};

/// One suite's rules, at one version and in one mode, as data.
struct Protocol {
    std::string id; ///< "kernelbench-0.2", "strict-1"; with "+intended" for that mode
    std::string suite;
    std::string version;
    std::string title; ///< for people
    ProtocolMode mode = ProtocolMode::AsShipped;

    int trials = 1;
    SeedScheme seedScheme = SeedScheme::PerTrial;
    std::vector<std::uint64_t> seeds;
    std::uint64_t modelSeed = 0; ///< before get_init_inputs and before each constructor
    bool seedsNumpy = false;     ///< the seed also sets numpy's generator
    bool seedsPython = false;    ///< the seed also sets Python's own generator
    WeightEquality weights = WeightEquality::SameSeed;
    InputCast cast = InputCast::None;
    DType precision = DType::Float32; ///< what `cast` casts to, and the models
    bool modelsCast = false;          ///< the models are cast to `precision` too
    bool evaluationMode = false;      ///< model.eval() is called
    bool gradInForward = false;       ///< in the judged calls
    bool sharedInputs = true;         ///< both sides are given the very same tensors
    bool referenceFirst = true;
    bool sameRandomState = false;    ///< both forwards start from the same generator state
    bool referenceMayUseTf32 = true; ///< as torch's defaults allow for float32 convolutions
    bool stopsAtFirstFailure = false;
    Compared compared = Compared::ReturnValue;
    std::string resultVariable; ///< TestResults: the name of that variable
    NestedRule rule;
    std::vector<std::string> stages; ///< in order, by the suite's own names
    double deadlineSeconds = 0.0;    ///< for one candidate; 0: the suite sets none
    TimingProtocol timing;
    std::string speedupDefinition;
    double excessiveSpeedup = 0.0; ///< above it the suite flags or drops the result; 0: never
    std::vector<ProtocolToggle> toggles;

    /// The state of a toggle; nullptr where this protocol has none of that id.
    const ProtocolToggle *toggle(std::string_view toggleId) const;
    /// Whether there is a toggle of that id in the state On.
    bool isOn(std::string_view toggleId) const;
};

/// Choices that differ from the mode: toggle id → AsShipped or AsIntended; of strict points On,
/// Off.
using ToggleChoices = std::map<std::string, ToggleState>;

/// Ours: the same for every suite. Its toggles are the points of the strict checklist.
Protocol strictProtocol(const Json &taskFacts = Json::object());

/// Switches points of the strict protocol On or Off. NotFound for an unknown point, one that cannot
/// be switched, or another state.
Status switchPoints(Protocol &strict, const ToggleChoices &choices);

/// "as_shipped", "not_yet", …
std::string_view name(ToggleState state);
std::string_view name(ProtocolMode mode);

/// Everything of it, for storing with a run.
Json toJson(const Protocol &protocol);

} // namespace loupe
