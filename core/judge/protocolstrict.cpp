// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocol.h"
#include "core/judge/protocolbuilder.h"

namespace loupe {

namespace {

/// The twenty points, in the order of the checklist. `reason` names the room that carries it out.
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
         "order; parameters and buffers are not randomised beyond that",
         "platforms/"},
        {"several_distributions", NotYet,
         "inputs of at least two distributions: native, signed with heavy tails, 0 and 1",
         "integrity/ (roadmap 4/8)"},
        {"fresh_timed_inputs", NotYet,
         "timed calls get inputs at changing addresses, and some of their outputs are checked",
         "timing/ (roadmap 3/8)"},
        {"one_grad_mode", On, "autograd is off in judged and in timed calls", "platforms/"},
        {"poisoned_outputs", NotYet, "memory that outputs may land in holds NaN beforehand",
         "integrity/ (roadmap 4/8)"},
        {"checked_tensors", On,
         "type, element type and shape of every output, no tensor subclass, no stride of 0; "
         "inputs must be unchanged",
         "judge/ (nested comparison), platforms/"},
        {"float64_oracle", NotYet,
         "the expectation is computed in float64 and the tolerance follows the reference's own "
         "error; until then it follows the size of the expectation",
         "engine/ (roadmap 4/8)"},
        {"sound_tasks_only", NotYet,
         "tasks that cannot tell right from wrong are left out of headline numbers; until then "
         "they are only marked",
         "suites/, analysis/ (roadmap 4/8)"},
        {"agreeing_clocks", NotYet, "events, host time and kernel records must agree",
         "timing/, gpu/ (roadmap 3/8)"},
        {"physical_floor", NotYet, "no time below what memory and launch allow",
         "timing/ (roadmap 3/8)"},
        {"interleaved_baseline", On,
         "baseline and candidate are timed in turns; medians with intervals; samples are stored",
         "timing/"},
        {"global_flags_checked", NotYet, "torch's global flags are compared before and after",
         "integrity/ (roadmap 4/8)"},
        {"kernel_trace", NotYet, "the share of time in the candidate's own kernels",
         "gpu/ (roadmap 3/8)"},
        {"sanitizer", Off, "compute-sanitizer, on demand", "gpu/ (roadmap 4/8)"},
        {"repeatable", On,
         "the first inputs of a model come again after the last, and must be right again; not "
         "compared bit by bit",
         "engine/"},
        {"constants_checked", NotYet, "constants of the task and the candidate are compared",
         "integrity/ (roadmap 4/8)"},
        {"fresh_build", On,
         "each build lies in a folder of its own that nobody used before; every candidate has "
         "hard time limits",
         "platforms/, engine/"},
    };
}

/// Relative to each element and to the expectation's root mean square, so that an output of small
/// numbers is not right whatever it holds.
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
    set(DType::Float16, 1e-2, 1e-7);   // the step of its smallest numbers is 6e-8
    set(DType::BFloat16, 2e-2, 1e-30); // it has three bits less than float16
    set(DType::Float8E4M3, 0.125, 0x1p-9);
    set(DType::Float8E5M2, 0.25, 0x1p-16);
    rule.scale = NestedRule::Scale::Expected;
    rule.equalNan = true;
    rule.exactTypes = true;
    rule.refusesOverlap = true;
    return rule;
}

} // namespace

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
    protocol.rule.thresholds
        = ProtocolBuilder(ProtocolMode::AsIntended, taskFacts, none).thresholds();
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
    return protocol;
}

} // namespace loupe
