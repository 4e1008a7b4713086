// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/hosttimer.h"

#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/native/nativetiming.h"

#include <fmt/format.h>

namespace loupe {

namespace {

/// Seconds. A block holds many calls of a fast candidate and one of a slow one.
constexpr double blockAllowance = 1;

} // namespace

Status HostTimer::time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const
{
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " while timed";
    trial.seed = data.seed;
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return m_comparer.compare(data.spec, expected, actual, trial, work.stop);
    };
    const auto timed = NativeTiming::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors},
        compared, Seconds(m_context.limits.callSeconds + blockAllowance), work.stop);
    if (!timed) {
        work.session.dropBaseline();
        return timed.error();
    }
    const PairedTiming timing = (*timed)->measure(m_context.timing);
    return keep(work, data, **timed, timing, std::move(trial));
}

Status HostTimer::keep(EvaluatorWork &work, const TrialData &data, const NativeTiming &timed,
                       const PairedTiming &timing, Trial trial) const
{
    const JudgedBlocks &blocks = timed.blocks();
    work.notes = "\nkloupe timing: " + timed.describe(timing, data.spec.caseName).dump() + "\n";
    if (!work.subject->whyNotHeld().empty())
        addFlag(work.evaluation, "not_held");
    if (timed.wrong()) {
        judgeBy(*timed.wrong(), trial);
        work.evaluation.trials.push_back(std::move(trial));
        work.end(timed.wrong()->verdict,
                 "right when verified, wrong while timed: " + timed.wrong()->message);
        return {};
    }
    if (timed.error() && timing.end != TimingEnd::Cancelled)
        return *timed.error();
    if (timing.end != TimingEnd::Precise && timing.end != TimingEnd::OutOfTime)
        return endTiming(work, timing.end, timed.last());
    trial.verdict = Verdict::Correct;
    trial.message = fmt::format("{} of {} timed calls on fresh inputs were judged",
                                blocks.judgedCalls(), blocks.timedCalls());
    work.evaluation.trials.push_back(std::move(trial));
    keepTiming(timing, timed.isFresh() ? judgedBlocksClock : clockName(TimingMethod::Host),
               data.spec.caseName, "native reference", timed.cost().seconds * 1e3, work.evaluation);
    if (timed.freshSay() == RepeatedCalls::LeftOut)
        addFlag(work.evaluation, "repeats_left_out");
    if (timed.wasDisturbed())
        addFlag(work.evaluation, "busy");
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    return {};
}

} // namespace loupe
