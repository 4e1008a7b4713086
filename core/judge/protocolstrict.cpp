// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocol.h"
#include "core/judge/protocolbuilder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loupe {

namespace {

/// Returns the points in the order of the checklist, each followed by related ones. `reason` names
/// the implementing module.
std::vector<ProtocolToggle> strictPoints()
{
    using enum ToggleState;
    return {
        {"own_process", On,
         "the candidate has a process, network, file system and PID namespace of its own; clock, "
         "verdict and store are elsewhere",
         "sandbox/, platforms/"},
        {"clean_reference", On,
         "expected outputs come from a clean oracle process, once for each input; they are not "
         "kept across runs",
         "platforms/, engine/"},
        {"secret_seeds", On, "fresh seeds for each run and phase, drawn by the engine", "engine/"},
        {"transplanted_weights", On,
         "the reference's state_dict is copied into the candidate, by name, else by shape and "
         "order",
         "platforms/"},
        {"randomised_weights", On,
         "one trial with random values where all elements of a weight or buffer are the same: "
         "affine ones and zeros, running means and variances",
         "resources/worker (weights.py)"},
        {"other_weights", On,
         "one trial with the elements of each parameter in another order: a result that ignores "
         "them "
         "gets a flag, since weights do not change in use",
         "resources/worker (weights.py)"},
        {"several_distributions", On,
         "two more trials: the task's inputs with random signs, heavy tails and spikes, and 0 and "
         "1; left out where the reference fails on them or gives no finite result, unless it takes "
         "the first with the signs that its inputs have",
         "resources/worker (variants.py)"},
        {"structured_inputs", On,
         "a few more trials, as the reference's behaviour says: values in order and rows that are "
         "alike where it orders values; numbers far from zero and constant rows where it depends "
         "on differences alone; a row of zeros where it divides by the size of its inputs; large "
         "numbers where it computes exponentials; a long history where it forgets",
         "resources/worker (structures.py)"},
        {"changed_elements", On,
         "one trial with the first inputs again, of which a few elements inside are changed: a "
         "result found by some other elements is wrong",
         "resources/worker (variants.py)"},
        {"noncontiguous_inputs", Off,
         "one trial whose matrices have transposed strides; off because no task of a suite gives "
         "such inputs",
         "resources/worker (variants.py)"},
        {"other_shapes", Off,
         "one trial with a row less in every input; off because the suites' tasks have one shape",
         "resources/worker (variants.py)"},
        {"shape_hint", On,
         "when all else is done, one call with a row less in every input: if it fails or gives a "
         "wrong result, the flag right_on_one_shape says so; the verdict stays",
         "resources/worker (variants.py), engine/"},
        {"same_addresses", On,
         "the second inputs lie in the very tensors of the first, the repeated ones elsewhere: "
         "results kept by address are wrong",
         "resources/worker (operations.py)"},
        {"fresh_timed_inputs", On,
         "each timed call has inputs that its process has never seen, and results of some are "
         "judged; on a GPU one more call has inputs that arrive a little later on the caller's "
         "stream; of functions, whose inputs stand in a test, these times secret factors",
         "engine/ (timedinputs.cpp, functioninputs.cpp)"},
        {"one_grad_mode", On, "autograd is off in judged and in timed calls", "platforms/"},
        {"poisoned_outputs", On,
         "from the second trial on, memory that is handed out uninitialised holds poison: all of "
         "it on a processor, on a GPU blocks of the sizes that results had before",
         "resources/worker (poison.py)"},
        {"checked_tensors", On,
         "type, element type and shape of every output, no tensor subclass, no stride of 0; "
         "inputs must be unchanged; results on the reference's device",
         "judge/ (nested comparison), platforms/"},
        {"fresh_results", On,
         "results do not lie in the memory of an input, unless the reference's do",
         "engine/ (strictpoints.cpp)"},
        {"guarded_inputs", On,
         "known bytes before and behind each input: a write there is out of bounds, a read NaN; "
         "on a processor for tensors of at most 256 MB",
         "resources/worker (guards.py)"},
        {"float64_oracle", On,
         "the expectation is computed in float64 where the reference can be, and the tolerance "
         "widened by four times its own error",
         "resources/worker (precision.py)"},
        {"timed_precision", On,
         "a result is right, too, where it is as exact as what it is timed against (TF32 on a GPU, "
         "as torch comes): off by at most twice its root mean square error and four times its "
         "largest; the flag as_timed says so",
         "resources/worker (precision.py), judge/"},
        {"undecided_elements", On,
         "where the reference rounds a computed value to a whole number or compares it with a "
         "border, an element next to the border is right on either side of it; at most 1 % of a "
         "result, and the flag undecided_elements says so",
         "resources/worker (jumps.py), judge/"},
        {"sound_tasks_only", NotYet,
         "tasks that cannot tell right from wrong are left out of headline numbers; until then "
         "they are only marked",
         "suites/, analysis/ (roadmap 4/8)"},
        {"agreeing_clocks", On,
         "events, host time and kernel records are compared; where they disagree, a flag says so",
         "timing/, gpu/"},
        {"physical_floor", NotYet, "no time below what memory and launch allow",
         "timing/ (roadmap 3/8)"},
        {"interleaved_baseline", On,
         "baseline and candidate are timed in turns; medians with intervals; samples are stored",
         "timing/"},
        {"global_flags_checked", On,
         "torch's global flags are compared with those before the candidate was loaded; a flag "
         "names what changed",
         "resources/worker (globalflags.py)"},
        {"kernel_trace", NotYet, "the share of time in the candidate's own kernels",
         "gpu/ (roadmap 3/8)"},
        {"sanitizer", Off, "compute-sanitizer, on demand", "gpu/ (roadmap 4/8)"},
        {"repeatable", On,
         "the first inputs of a model come again after the last, and must be right again",
         "engine/"},
        {"bitwise_repeatable", On,
         "where the reference's two results for them are the same bit by bit and the candidate's "
         "are not, a flag says so",
         "engine/"},
        {"random_numbers_watched", On,
         "where a call of the candidate moves a random generator and the reference's does not, a "
         "flag says so",
         "resources/worker (randomness.py)"},
        {"constants_checked", NotYet, "constants of the task and the candidate are compared",
         "integrity/ (roadmap 4/8)"},
        {"fresh_build", On,
         "each build lies in a folder of its own that nobody used before; every candidate has "
         "hard time limits",
         "platforms/, engine/"},
    };
}

/// Points that a run can switch on or off.
constexpr std::array switchable{
    "randomised_weights",   "several_distributions", "structured_inputs", "changed_elements",
    "noncontiguous_inputs", "other_shapes",          "same_addresses",    "fresh_timed_inputs",
    "poisoned_outputs",     "fresh_results",         "guarded_inputs",    "float64_oracle",
    "global_flags_checked", "bitwise_repeatable",    "other_weights",     "random_numbers_watched",
    "timed_precision",      "undecided_elements",    "shape_hint",
};

/// Returns the rule. Tolerances are relative to each element and to the expectation's root mean
/// square, so that outputs of small numbers are checked as well.
NestedRule strictRule()
{
    NestedRule rule;
    const auto set = [&](DType dtype, double tolerance, double floor) {
        rule.byDtype[dtype] = {false, tolerance, floor, tolerance};
    };
    set(DType::Float32, 1e-4, 1e-30);
    set(DType::Complex64, 1e-4, 1e-30);
    set(DType::Float64, 1e-8, 1e-200);
    set(DType::Complex128, 1e-8, 1e-200);
    set(DType::Float16, 1e-2, 1e-7);   // its smallest numbers are 6e-8 apart
    set(DType::BFloat16, 2e-2, 1e-30); // three bits less than float16
    set(DType::Float8E4M3, 0.125, 0x1p-9);
    set(DType::Float8E5M2, 0.25, 0x1p-16);
    rule.scale = NestedRule::Scale::Expected;
    rule.equalNan = true;
    rule.exactTypes = true;
    rule.refusesOverlap = true;
    return rule;
}

} // namespace

Status switchPoints(Protocol &strict, const ToggleChoices &choices)
{
    for (const auto &choice : choices) {
        const std::string &id = choice.first; // clang 14 cannot capture a structured binding
        const ToggleState state = choice.second;
        const auto point = std::find_if(strict.toggles.begin(), strict.toggles.end(),
                                        [&](const ProtocolToggle &each) { return each.id == id; });
        const bool canSwitch
            = std::find(switchable.begin(), switchable.end(), id) != switchable.end()
            && (state == ToggleState::On || state == ToggleState::Off);
        if (point == strict.toggles.end() || !canSwitch) {
            std::string known;
            for (const std::string_view each : switchable)
                known += (known.empty() ? "" : ", ") + std::string(each);
            return Error{.code = Errc::NotFound,
                         .message = "the strict protocol cannot have \"" + id + "\" "
                             + std::string(name(state)),
                         .hint = "on or off: " + known};
        }
        point->state = state;
    }
    return {};
}

Protocol strictProtocol(const Json &taskFacts)
{
    Protocol protocol;
    protocol.id = "strict-1";
    protocol.version = "1";
    protocol.title = "strict, isolated";
    protocol.mode = ProtocolMode::AsIntended;
    protocol.trials = 5;
    protocol.seedScheme = SeedScheme::Secret;
    protocol.seedsNumpy = true;
    protocol.seedsPython = true;
    protocol.weights = WeightEquality::Transplant;
    protocol.cast = InputCast::FloatingTensors;
    protocol.sharedInputs = false;
    protocol.sameRandomState = true;
    protocol.referenceMayUseTf32 = false;
    protocol.stopsAtFirstFailure = true;
    protocol.rule = strictRule();
    const ToggleChoices none;
    const ProtocolBuilder facts(ProtocolMode::AsIntended, taskFacts, none);
    protocol.rule.thresholds = facts.thresholds();
    if (protocol.rule.thresholds)
        protocol.rule.thresholds->rmseOfRms = true;
    protocol.stages = {"submit", "build", "load", "run", "verify", "time"};
    protocol.timing.method = "interleaved";
    protocol.timing.flushesCache = true;
    protocol.timing.statistic = "median";
    protocol.timing.inputs = "secret inputs of the task's own distribution";
    protocol.speedupDefinition
        = "median time of the baseline / median time of the candidate, timed in turns on this "
          "device, with a 95 % interval";
    protocol.toggles = strictPoints();
    if (const std::string shapes = facts.fact("shapes"); !shapes.empty())
        addShapes(protocol, shapes);
    if (!facts.isFact("backward"))
        return protocol;
    addGradients(protocol);
    for (ProtocolToggle &point : protocol.toggles) {
        if (point.id == "one_grad_mode")
            point.meaning = "autograd is on in judged and in timed calls, which go backward, too";
    }
    return protocol;
}

} // namespace loupe
