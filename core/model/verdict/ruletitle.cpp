// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/ruletitle.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct RuleTitle {
    std::string_view id;
    std::string_view title;
};

/// Titles by id, sorted.
constexpr std::array titles{
    RuleTitle{"as_timed", "As exact as the baseline only"},
    RuleTitle{"assembler", "Assembler or renamed symbols"},
    RuleTitle{"busy", "Busy machine"},
    RuleTitle{"cache_persistence", "Data kept in the device's cache"},
    RuleTitle{"call_counter", "Branch on a call counter"},
    RuleTitle{"clocks_disagree", "Clocks disagree"},
    RuleTitle{"composition_effect", "Mean changed by other kernels"},
    RuleTitle{"constant_result", "Result independent of the inputs"},
    RuleTitle{"contradicting_scores", "Contradicting speedups"},
    RuleTitle{"contradicting_speedup", "Speedup contradicts times"},
    RuleTitle{"copied_baseline", "Copied baseline"},
    RuleTitle{"copied_golden", "Copied reference times"},
    RuleTitle{"dead_kernel", "Kernel that is never launched"},
    RuleTitle{"different_baseline", "Different baselines"},
    RuleTitle{"different_denominator", "Different numbers of kernels"},
    RuleTitle{"draws_random_numbers", "Random numbers drawn"},
    RuleTitle{"dropped_work", "Dropped work"},
    RuleTitle{"excessive_speedup", "Excessive speedup"},
    RuleTitle{"fallback", "Fallback to the library"},
    RuleTitle{"faster_than_physics", "Faster than physics"},
    RuleTitle{"flaky_outcome", "Same source, other outcome"},
    RuleTitle{"foreign_baseline", "Baseline of another device"},
    RuleTitle{"foreign_state", "Other module changed"},
    RuleTitle{"frame_walking", "Callers' variables read"},
    RuleTitle{"framework_tampering", "Framework function replaced"},
    RuleTitle{"function_modes", "Operators intercepted"},
    RuleTitle{"global_flags_changed", "Global switch changed by a call"},
    RuleTitle{"global_switches", "Global switch changed in the source"},
    RuleTitle{"gradients_not_judged", "Gradients not judged"},
    RuleTitle{"graph_replay", "CUDA graphs"},
    RuleTitle{"hidden_code", "Hidden code"},
    RuleTitle{"identity_cache", "Cache by address or identity"},
    RuleTitle{"impossible_bandwidth", "Impossible bandwidth"},
    RuleTitle{"impossible_time", "Impossible time"},
    RuleTitle{"interpreter", "Interpreter accessed"},
    RuleTitle{"library_only", "Only library operators"},
    RuleTitle{"library_use", "Library operator used"},
    RuleTitle{"missing_time", "Speedup without times"},
    RuleTitle{"no_device_activity", "Device idle in timed calls"},
    RuleTitle{"noise_increase", "Faster with the same source"},
    RuleTitle{"not_bitwise_repeatable", "Not bitwise repeatable"},
    RuleTitle{"not_held", "Candidate not stopped between blocks"},
    RuleTitle{"outlying_golden", "Outlying reference time"},
    RuleTitle{"outlying_speedup", "Outlying speedup"},
    RuleTitle{"outlying_time", "Outlying time"},
    RuleTitle{"outside_world", "File or network access"},
    RuleTitle{"own_share", "Own kernels take little time"},
    RuleTitle{"own_streams", "Own streams"},
    RuleTitle{"phase_detection", "Detection of timing"},
    RuleTitle{"precision_flags", "Less precise arithmetic requested"},
    RuleTitle{"precision_flags_changed", "Precision changed by a call"},
    RuleTitle{"recorded_cheating", "Cheat recorded by MultiKernelBench"},
    RuleTitle{"recorded_hack", "Hack recorded by KernelGenBench"},
    RuleTitle{"recorded_twice", "Recorded twice"},
    RuleTitle{"reduced_precision", "Reduced precision"},
    RuleTitle{"reference_alias", "Reference used as the candidate"},
    RuleTitle{"repeats_left_out", "Repeated calls too short"},
    RuleTitle{"reuses_result_buffer", "Result buffer reused"},
    RuleTitle{"right_on_one_shape", "Right on one shape only"},
    RuleTitle{"right_on_own_shape_only", "Right on the task's own shape only"},
    RuleTitle{"same_kernels", "Same kernels as the reference"},
    RuleTitle{"score_without_code", "Score without code"},
    RuleTitle{"seed_replay", "Own random seed"},
    RuleTitle{"speedup_of_one", "Speedup of exactly 1"},
    RuleTitle{"static_cache", "Data kept between calls"},
    RuleTitle{"stray_activity", "Device work outside timed calls"},
    RuleTitle{"tensor_subclass", "Own tensor class"},
    RuleTitle{"test_inputs_only", "Right on test inputs only"},
    RuleTitle{"threads", "Threads or processes"},
    RuleTitle{"undecided_elements", "Decided by roundings"},
    RuleTitle{"value_branch", "Branch on an input's value"},
    RuleTitle{"weights_folded", "Weights folded"},
    RuleTitle{"weights_not_read", "Weights not read"},
    RuleTitle{"worker_tampering", "Judging process accessed"},
    RuleTitle{"wrong_while_timed", "Wrong while timed"},
};

} // namespace

std::string_view ruleTitle(std::string_view id)
{
    const auto *const found = std::ranges::lower_bound(titles, id, {}, &RuleTitle::id);
    return found != titles.end() && found->id == id ? found->title : id;
}

} // namespace loupe
