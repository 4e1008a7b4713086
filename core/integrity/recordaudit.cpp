// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/recordaudit.h"

#include "core/integrity/recordlooks.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

namespace loupe {

namespace {

/// Adapts a rule that needs the evaluations only.
template <std::vector<RecordFinding> (*look)(std::span<const RecordedState>)>
std::vector<RecordFinding> onStates(const AuditedRecords &records)
{
    return look(records.states);
}

constexpr std::array<RecordRule, 21> kRecordRules{{
    {"impossible_time", FindingSeverity::Proof,
     "a recorded time or speedup is not positive, or is shorter than the device needs to move the "
     "bytes (then a suspicion)",
     "impossible times on devices without measured ceilings, as in most imports",
     onStates<lookForImpossibleTimes>},
    {"score_without_code", FindingSeverity::Suspicion,
     "a record has a time, a speedup or a correct verdict, and its code is the text \"None\"",
     "which code was scored", onStates<lookForScoresWithoutCode>},
    {"excessive_speedup", FindingSeverity::Suspicion,
     "the suite's own harness warned of a speedup above ten",
     "harnesses without such a warning; why the candidate is so fast",
     onStates<lookForExcessiveSpeedups>},
    {"dropped_work", FindingSeverity::Suspicion,
     "the recorded bytes and operations are less than those of the reference time that the speedup "
     "uses, so work was left out",
     "work left out where no bandwidth or rate is recorded; formulas that count less for both",
     lookForDroppedWork},
    {"copied_golden", FindingSeverity::Suspicion,
     "the golden records of two devices are the same to the last digit on nearly all tasks that "
     "they share",
     "copies that were changed; fewer than 5 tasks", lookForCopiedGolden},
    {"impossible_bandwidth", FindingSeverity::Suspicion,
     "golden records move at least half a gigabyte faster than the data sheet of their device "
     "allows",
     "devices whose data sheet is not known; smaller records, which a cache may hold",
     lookForImpossibleBandwidths},
    {"outlying_golden", FindingSeverity::Suspicion,
     "a task's golden records take at least 10 times more or less than on every other device, "
     "after correction for the usual ratio of the devices",
     "outliers where fewer than 3 devices have the task; copies count once", lookForOutlyingGolden},
    {"flaky_outcome", FindingSeverity::Suspicion,
     "the same source was right once and not another time in the same run; with sources that "
     "changed between right, wrong and right again, a note",
     "whether the kernel, its test or the machine is to blame", onStates<lookForFlakyOutcomes>},
    {"different_baseline", FindingSeverity::Suspicion,
     "speedups of one task on one device are from baselines whose times differ by more than 5 % (a "
     "note) or by a factor of 2; measured here, each together with its candidate, always a note",
     "which of them is right; baselines whose time is neither recorded nor implied",
     onStates<lookForDifferentBaselines>},
    {"foreign_baseline", FindingSeverity::Suspicion,
     "the baseline was recorded on another device than the run's",
     "baselines whose description names no device", onStates<lookForForeignBaselines>},
    {"copied_baseline", FindingSeverity::Suspicion,
     "two devices have the same baseline times on nearly all tasks that they share",
     "copies that were changed by more than rounding; fewer than 5 tasks",
     onStates<lookForCopiedBaselines>},
    {"outlying_time", FindingSeverity::Suspicion,
     "the baseline, or the same source, takes at least 10 times more or less than for every other "
     "run and device, after correction for their usual ratio",
     "outliers of tasks that fewer than 3 runs have", onStates<lookForOutlyingTimes>},
    {"outlying_speedup", FindingSeverity::Suspicion,
     "a task's speedup, with its interval, is at least 10× above the median of its run's tasks; "
     "below it, or where other work disturbed the times, a note",
     "the reason: skipped work, a wrong baseline, or a better algorithm",
     onStates<lookForOutlyingSpeedups>},
    {"contradicting_speedup", FindingSeverity::Suspicion,
     "the recorded speedup is not what the recorded times give: by a factor of 2, or faster where "
     "the times say slower (else a note)",
     "speedups that are recorded without their times; a mean of ratios within 5 %",
     onStates<lookForContradictingSpeedups>},
    {"contradicting_scores", FindingSeverity::Suspicion,
     "one source on one device has speedups that cannot all hold: faster and slower over one "
     "baseline, or over two baselines whose ratio is 10 times off that of the other tasks",
     "sources that are not stored; the ratio of two baselines where fewer than 5 tasks have both "
     "(a note)",
     onStates<lookForContradictingScores>},
    {"speedup_of_one", FindingSeverity::Note,
     "a candidate's time is its baseline's to the last digit: a copy, or the reference itself",
     "copies that were rounded to less than three digits", onStates<lookForSpeedupsOfOne>},
    {"noise_increase", FindingSeverity::Note,
     "a speedup rose between rounds although the source is byte for byte the same",
     "how much of an increase with another source is noise", onStates<lookForNoiseIncreases>},
    {"composition_effect", FindingSeverity::Note,
     "the mean speedup of a round changed more because kernels entered or left it than because the "
     "same kernels changed",
     "kernels that no record shows", onStates<lookForCompositionEffects>},
    {"different_denominator", FindingSeverity::Note,
     "rounds of a run, or runs of a method, judged different numbers of kernels",
     "different sets of the same size", onStates<lookForDifferentDenominators>},
    {"recorded_twice", FindingSeverity::Note,
     "two runs hold the same results, with the same times to the last digit: one was imported from "
     "files that repeat those of the other",
     "copies without times only, and copies whose times were rounded", lookForRepeatedRecords},
    {"missing_time", FindingSeverity::Note,
     "speedups are recorded without the candidate's or the baseline's time",
     "whether such a speedup is right", onStates<lookForMissingTimes>},
}};

} // namespace

std::span<const RecordRule> recordRules()
{
    return kRecordRules;
}

std::vector<RecordFinding> auditRecords(std::span<const RecordedState> states,
                                        std::span<const StoredGoldenRecord> golden,
                                        std::map<std::string, std::string> files)
{
    const AuditedRecords records{states, golden, std::move(files)};
    std::vector<RecordFinding> out;
    for (const RecordRule &rule : kRecordRules)
        std::ranges::move(rule.look(records), std::back_inserter(out));
    std::ranges::stable_sort(out, std::ranges::greater(),
                             [](const RecordFinding &one) { return one.finding.severity; });
    return out;
}

} // namespace loupe
