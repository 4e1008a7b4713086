// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordaudit.h"

#include "core/integrity/recordlooks.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

namespace loupe {

namespace {

constexpr std::array<RecordRule, 11> kRecordRules{{
    {"impossible_time", FindingSeverity::Proof,
     "a recorded time or speedup is no positive number, or is below what its device was measured "
     "to need for the bytes (then a suspicion)",
     "impossible times on devices without measured ceilings, as of most imports",
     lookForImpossibleTimes},
    {"flaky_outcome", FindingSeverity::Suspicion,
     "the same source was right once and not another time in the same run; with sources that "
     "changed between right, wrong and right again, a note",
     "whether the kernel, its test or the machine is to blame", lookForFlakyOutcomes},
    {"different_baseline", FindingSeverity::Suspicion,
     "speedups of one task on one device are from baselines whose times differ by more than 5 % (a "
     "note) or by a factor of 2",
     "which of them is right; baselines whose time is neither recorded nor implied",
     lookForDifferentBaselines},
    {"foreign_baseline", FindingSeverity::Suspicion,
     "the baseline is recorded as of another device than the run's",
     "baselines whose description names no device", lookForForeignBaselines},
    {"copied_baseline", FindingSeverity::Suspicion,
     "two devices have the same baseline times on nearly all tasks that they share",
     "copies that were changed by more than rounding; fewer than 5 tasks", lookForCopiedBaselines},
    {"outlying_time", FindingSeverity::Suspicion,
     "the baseline, or the same source, takes at least 10 times more or less than at every other "
     "place (run and device), beside what these places usually differ",
     "outliers where fewer than 3 places have the task", lookForOutlyingTimes},
    {"outlying_speedup", FindingSeverity::Suspicion,
     "a task's speedup is at least 10 times off the median of its run's tasks",
     "why: work that was left out, a baseline that is wrong, or a better algorithm",
     lookForOutlyingSpeedups},
    {"noise_increase", FindingSeverity::Note,
     "a speedup rose between rounds although the source is byte for byte the same",
     "how much of an increase with another source is noise", lookForNoiseIncreases},
    {"composition_effect", FindingSeverity::Note,
     "the mean speedup of a round changed more because kernels entered or left it than because the "
     "same kernels changed",
     "kernels that no record shows", lookForCompositionEffects},
    {"different_denominator", FindingSeverity::Note,
     "rounds of a run, or runs of a method, judged different numbers of kernels",
     "different sets of the same size", lookForDifferentDenominators},
    {"missing_time", FindingSeverity::Note,
     "speedups are recorded without the candidate's or the baseline's time",
     "whether such a speedup is right", lookForMissingTimes},
}};

} // namespace

std::span<const RecordRule> recordRules()
{
    return kRecordRules;
}

std::vector<RecordFinding> auditRecords(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const RecordRule &rule : kRecordRules)
        std::ranges::move(rule.look(states), std::back_inserter(out));
    std::ranges::stable_sort(out, std::ranges::greater(),
                             [](const RecordFinding &one) { return one.finding.severity; });
    return out;
}

} // namespace loupe
