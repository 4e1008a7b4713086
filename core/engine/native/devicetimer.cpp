// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicetimer.h"

#include "core/engine/clocks/countersanswer.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/native/devicetiming.h"

#include <utility>

namespace loupe {

namespace {

constexpr const char *baselineName = "native CUDA baseline";

/// Makes calls of the candidate under hardware counters.
void takeCounters(const EngineContext &context, EvaluatorWork &work)
{
    // Each kernel runs once for each pass, with its memory saved and restored.
    const Seconds deadline(20 * context.limits.callSeconds);
    const auto answer = work.subject->time(counterRequest(), deadline, work.stop);
    work.evaluation.counters = countersOf(answer.outcome, answer.body);
}

/// Times with settled clocks.
Status measure(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
               const TrialData &data, NativeSubject &baseline, PairedClocks &clocks)
{
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " while timed";
    trial.seed = data.seed;
    TrialSpec ofTwo = data.spec;
    // The baseline may be inexact as well: its outputs are the expectation here.
    for (TrialOutput &output : ofTwo.outputs) {
        output.relative *= 2;
        output.absoluteFloor *= 2;
    }
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return comparer.compare(ofTwo, expected, actual, trial, work.stop);
    };
    const auto timed = DeviceTiming::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors}, clocks,
        compared, Seconds(context.limits.callSeconds), work.stop);
    if (!timed)
        return timed.error();
    TimingConditions conditions;
    conditions.before = readGpuState(context.cuda->device);
    const double overheadMs = emptyBlockMs(PairedClocks::block(clocks.candidate()));
    const PairedTiming timing = (*timed)->measure(context.timing);
    conditions.after = readGpuState(context.cuda->device);
    const auto ended = endIfFailed(work, timing.end, (*timed)->blocks(), std::move(trial));
    if (!ended || *ended)
        return ended ? Status() : ended.error();
    (*timed)->takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    keepSpeedup(timing, baselineName, work.evaluation);
    clocks.keep(data.spec.caseName, overheadMs, work.evaluation);
    work.notes = clocks.describe(data.spec.caseName, conditions, work.evaluation);
    if (!(*timed)->isSeen())
        work.notes += "kloupe timing: nothing could be read of a result where its call ended\n";
    keepWork(workOf(data.spec), ratesFor(data.spec), context.ceilings, work.evaluation);
    if (context.cuda->counters)
        takeCounters(context, work);
    return {};
}

} // namespace

Status timeOnDevice(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
                    const TrialData &data, NativeSubject &baseline)
{
    const Seconds deadline(context.limits.callSeconds + 1.0);
    PairedClocks clocks(baseline, *work.subject, Json::object(), context.cuda->clock, deadline,
                        work.stop);
    const CallClock *const failed = clocks.settle();
    if (work.stop.stop_requested())
        return endTiming(work, TimingEnd::Cancelled, {});
    if (failed != nullptr)
        return endTiming(work,
                         failed == &clocks.candidate() ? TimingEnd::CandidateFailed
                                                       : TimingEnd::BaselineFailed,
                         failed->last());
    Status measured = measure(context, comparer, work, data, baseline, clocks);
    if (!measured)
        work.session.dropBaseline(); // the failure may be its own
    return measured;
}

} // namespace loupe
