// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/runtimerules.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include <fmt/format.h>

namespace loupe {
namespace {

/// Minimum share of the device time for a candidate's own kernels to make it fast.
constexpr double minOwnShare = 0.05;

/// Returns the launches a call of each kernel of one side, over all cases.
std::map<std::string, double> launchesOf(const std::vector<KernelActivity> &kernels,
                                         std::string_view role)
{
    std::map<std::string, double> launches;
    for (const KernelActivity &one : kernels) {
        if (one.role == role && one.kind == "kernel")
            launches[one.caseName + "\n" + one.name] += one.launchesPerCall;
    }
    return launches;
}

/// Returns whether a kernel is from a header-only library, and not from the copy in PyTorch or
/// cuBLAS.
bool isOfHeaders(std::string_view name)
{
    const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
    return (has("cutlass") || has("cub::") || has("thrust::")) && !has("at::")
        && !has("at_cuda_detail") && !has("Kernel2<cutlass_");
}

std::string shortened(const std::string &name)
{
    constexpr std::size_t longest = 120;
    return name.size() <= longest ? name : name.substr(0, longest) + "…";
}

} // namespace

bool isLibraryKernel(std::string_view name)
{
    static constexpr std::array<std::string_view, 21> parts
        = {"at::native", "at_cuda_detail", "at::cuda",         "cublas",  "cudnn",   "cutlass",
           "cub::",      "thrust::",       "cusparse",         "cufft",   "nvjet",   "sm80_xmma",
           "sm90_xmma",  "ampere_",        "volta_",           "turing_", "hopper_", "gemmSN",
           "gemvNSP",    "splitKreduce",   "implicit_convolve"};
    return std::ranges::any_of(
        parts, [name](std::string_view part) { return name.find(part) != name.npos; });
}

DeviceShares sharesOf(const std::vector<KernelActivity> &kernels, HeaderLibraries headers)
{
    const auto isOfBaseline = [&](const std::string &name) {
        return std::ranges::any_of(kernels, [&](const KernelActivity &one) {
            return one.role == "baseline" && one.name == name;
        });
    };
    DeviceShares shares;
    for (const KernelActivity &one : kernels) {
        if (one.role != "candidate" || one.kind != "kernel")
            continue;
        const bool mayBeOwn = headers == HeaderLibraries::MayBeOwn && isOfHeaders(one.name)
            && !isOfBaseline(one.name);
        const bool isLibrary = isLibraryKernel(one.name) && !mayBeOwn;
        (isLibrary ? shares.library : shares.own) += one.deviceMsPerCall;
        if (isLibrary && one.deviceMsPerCall > shares.topLibraryMs) {
            shares.topLibraryMs = one.deviceMsPerCall;
            shares.topLibraryKernel = one.name;
        }
    }
    return shares;
}

std::vector<Finding> lookForOwnShare(const RuleWords &rule, const CandidateEvidence &evidence)
{
    const DeviceShares shares = sharesOf(evidence.kernels);
    const double all = shares.own + shares.library;
    if (all <= 0.0 || shares.own / all >= minOwnShare)
        return {};
    const bool allowed = evidence.policy == LibraryPolicy::Any;
    return {
        finding(rule, allowed ? FindingSeverity::Note : rule.severity,
                fmt::format("{:.1f} % of the device time is in kernels of its own; most is in {}",
                            100.0 * shares.own / all, shortened(shares.topLibraryKernel)))};
}

std::vector<Finding> lookForSameKernels(const RuleWords &rule, const CandidateEvidence &evidence)
{
    const auto candidate = launchesOf(evidence.kernels, "candidate");
    // A candidate's own kernels may have the names of a baseline's in the same project.
    const bool hasOwn = std::ranges::any_of(evidence.kernels, [](const KernelActivity &one) {
        return one.role == "candidate" && one.kind == "kernel" && !isLibraryKernel(one.name);
    });
    if (candidate.empty() || hasOwn || candidate != launchesOf(evidence.kernels, "baseline"))
        return {};
    const bool allowed = evidence.policy == LibraryPolicy::Any;
    return {
        finding(rule, allowed ? FindingSeverity::Note : rule.severity,
                fmt::format("it launches the reference's {} kernels, as often", candidate.size()))};
}

std::vector<Finding> lookForFlag(const RuleWords &rule, const CandidateEvidence &evidence)
{
    const auto found = std::ranges::find(evidence.flags, rule.id);
    if (found == evidence.flags.end())
        return {};
    return {finding(rule,
                    rule.layer == RuleLayer::Record
                        ? "the suite's own record says so"
                        : "marked while it was measured; the log has the numbers")};
}

std::vector<RuleWords> markedFlags()
{
    using enum FindingSeverity;
    return {
        {"clocks_disagree", RuleLayer::Runtime, Suspicion,
         "The device's records, events and the engine's clock disagree about the time of a call.",
         "Which clock is wrong; lies that all three share."},
        {"no_device_activity", RuleLayer::Runtime, Suspicion,
         "The device did nothing in some timed calls.",
         "Work that was done before and is only copied."},
        {"stray_activity", RuleLayer::Runtime, Suspicion,
         "The device worked for the candidate outside its timed calls.",
         "Work on the processor outside of them."},
        {"faster_than_physics", RuleLayer::Runtime, Suspicion,
         "The time is too short to move inputs and outputs, or for the arithmetic, at the device's "
         "measured rates.",
         "Anything on a device that was not calibrated, or if the data fits its cache."},
        {"global_flags_changed", RuleLayer::Differential, Suspicion,
         "A call changed switches of threads, gradients or determinism.",
         "A switch that is set back before the call ends."},
        {"precision_flags_changed", RuleLayer::Differential, Note,
         "A call changed switches of precision. The fact `arithmetic` says so.",
         "A switch that is set back before the call ends."},
        {"draws_random_numbers", RuleLayer::Differential, Suspicion,
         "A call drew random numbers, although the reference draws none.",
         "Numbers from the candidate's own generator."},
        {"weights_not_read", RuleLayer::Differential, Suspicion,
         "The candidate is wrong when it and the reference are constructed under another seed. Its "
         "result does not come from its weights.",
         "Weights that initialisation leaves at one number; candidates that keep their weights in "
         "another form."},
        {"weights_folded", RuleLayer::Differential, Note,
         "The result is wrong after the weights were changed in place, but right after "
         "construction with other weights. The candidate uses the weights of its constructor or of "
         "its first call.",
         "Whether weights ever change where the model is used."},
        {"reuses_result_buffer", RuleLayer::Differential, Note,
         "A call returned the memory of the previous result, as CUDA graphs and `out=` do. Results "
         "are copied when the call ends.",
         "Whether users copy results in time."},
        {"wrong_while_timed", RuleLayer::Runtime, Suspicion,
         "A timed call gave a wrong result, and the reason is known: a cached result of other "
         "inputs, or work that was not finished when the call returned.",
         "Timed calls whose result was not compared."},
        {"not_bitwise_repeatable", RuleLayer::Differential, Note,
         "The same inputs gave other bits the second time.",
         "Whether the order of additions or a race is the reason."},
        {"repeats_left_out", RuleLayer::Runtime, Note,
         "In versions before 0.4.0: calls repeated on the same inputs were shorter than caches "
         "explain. The times are those of calls on unseen inputs.",
         "What the candidate caches between calls."},
        {"test_inputs_only", RuleLayer::Differential, Suspicion,
         "A function is right on the inputs of the suite's tests and wrong on the same inputs "
         "multiplied by factors, even if it sees these first. No call on unseen inputs confirms "
         "its time.",
         "Inputs that must not be multiplied, such as a tensor that is computed from another one."},
        {"busy", RuleLayer::Runtime, Note,
         "Other programs used the processor while the candidate was timed. The times are processor "
         "times, or those of calls on unseen inputs, or it is not known whether repeated calls "
         "were too short.",
         "Anything about the candidate. Repeat the run on a quiet machine."},
        {"not_held", RuleLayer::Runtime, Note,
         "The candidate could not be stopped between its blocks of calls and while the reference "
         "was timed.",
         "What the candidate did in the meantime."},
        {"as_timed", RuleLayer::Differential, Note,
         "A result is less exact than float32, but as exact as the baseline, which computes with "
         "TF32.",
         "Whether the candidate loses precision in the same places as the baseline."},
        {"undecided_elements", RuleLayer::Differential, Note,
         "Some elements lie on the other side of a border, such as that of a quantiser, which the "
         "reference meets within a few roundings. Each lies between the reference's own values "
         "there.",
         "Whether the candidate rounds like the reference elsewhere than in the trials."},
        {"gradients_not_judged", RuleLayer::Differential, Note,
         "The task's inputs require gradients, and only the result was judged: `--backward` judges "
         "gradients too.",
         "Gradients of a task whose inputs do not say so."},
        {"right_on_own_shape_only", RuleLayer::Differential, Note,
         "The candidate is right on the task's own shape and fails on another shape of the run.",
         "Shapes that the run did not have, and those after the first wrong one."},
        {"right_on_one_shape", RuleLayer::Differential, Note,
         "The candidate is correct, but it fails on inputs that all have a row less.",
         "Other shapes; tasks whose inputs are too large to be kept, or share no first axis. "
         "`--shapes` judges on further shapes."},
        // Importers make the findings of these two, with the suite's own text.
        {"recorded_hack", RuleLayer::Record, Suspicion,
         "KernelGenBench's own check of sources (antihack) calls a candidate a hack that passed "
         "its tests.",
         "Whether that check is right; candidates that it did not read."},
        {"recorded_cheating", RuleLayer::Record, Note,
         "MultiKernelBench's own check flags the candidate, which the suite counts as correct "
         "nevertheless.",
         "Whether that check is right; what it does not look for."},
    };
}

} // namespace loupe
