// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/hosttimer.h"

#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/native/nativetiming.h"

#include <utility>

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
    work.notes = "\nkloupe timing: " + timed.describe(timing, data.spec.caseName).dump() + "\n";
    if (!work.subject->whyNotHeld().empty())
        addFlag(work.evaluation, "not_held");
    const auto ended = endIfFailed(work, timing.end, timed.blocks(), std::move(trial));
    if (!ended || *ended)
        return ended ? Status() : ended.error();
    keepTiming(timing, judgedBlocksClock, data.spec.caseName, "native reference",
               timed.cost().seconds * 1e3, work.evaluation);
    if (timed.wasDisturbed())
        addFlag(work.evaluation, "busy");
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    return {};
}

} // namespace loupe
