// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicetimer.h"

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/native/devicelooks.h"

namespace loupe {

namespace {

constexpr const char *baselineName = "native CUDA baseline";

/// Returns the text for the run log.
std::string describe(const DeviceLooks &looks, DeviceLooks::Say said)
{
    Json all = Json::array();
    for (const FreshLook &look : looks.looks())
        all.push_back(toJson(look));
    std::string text = "\nkloupe fresh calls: " + all.dump() + "\n";
    if (!looks.isSeen())
        text += "kloupe fresh calls: nothing could be read of a result where its call ended\n";
    if (said == DeviceLooks::Say::BaselineFailed)
        text += "kloupe fresh calls: not carried out, the baseline fails on them: "
            + looks.ended().message + "\n";
    return text;
}

void keepFreshTimes(Evaluation &evaluation, const std::vector<FreshLook> &looks,
                    TimingMethod method, const std::string &caseName)
{
    std::erase_if(evaluation.timings, [&](const TimingSeries &series) {
        return series.clock == clockName(method) && series.caseName == caseName;
    });
    keepTiming(timingOf(looks), clockName(method), caseName, baselineName, 0, evaluation);
    addFlag(evaluation, "repeats_left_out");
}

} // namespace

Status DeviceTimer::time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const
{
    const CudaContext &cuda = *m_context.cuda;
    const Seconds deadline(m_context.limits.callSeconds + 1.0);
    PairedClocks clocks(baseline, *work.subject, Json::object(), cuda.clock, deadline, work.stop);
    const CallClock *const failed = clocks.settle();
    if (work.stop.stop_requested())
        return endTiming(work, TimingEnd::Cancelled, {});
    if (failed != nullptr)
        return endTiming(work,
                         failed == &clocks.candidate() ? TimingEnd::CandidateFailed
                                                       : TimingEnd::BaselineFailed,
                         failed->last());
    TimingConditions conditions;
    conditions.before = readGpuState(cuda.device);
    const double overheadMs = emptyBlockMs(PairedClocks::block(clocks.candidate()));
    const PairedTiming timing = timeInPairs(
        PairedClocks::block(clocks.baseline()), PairedClocks::block(clocks.candidate()),
        m_context.timing, work.stop, [&clocks] { clocks.keepFromHere(); }, clocks.start());
    conditions.after = readGpuState(cuda.device);
    if (timing.end != TimingEnd::Precise && timing.end != TimingEnd::OutOfTime)
        return endTiming(work, timing.end,
                         timing.end == TimingEnd::BaselineFailed ? clocks.baseline().last()
                                                                 : clocks.candidate().last());
    clocks.takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    keepSpeedup(timing, baselineName, work.evaluation);
    clocks.keep(data.spec.caseName, overheadMs, work.evaluation);
    work.notes = clocks.describe(data.spec.caseName, conditions, work.evaluation);
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    if (work.evaluation.speedupHigh.value_or(0) > gainsNothing) {
        if (Status looked = lookAfresh(work, data, baseline, clocks); !looked || work.ended)
            return looked;
    }
    return judgeTimedOutput(work, data);
}

Status DeviceTimer::lookAfresh(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline,
                               PairedClocks &clocks) const
{
    const Seconds deadline(m_context.limits.callSeconds);
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + ", fresh inputs";
    TrialSpec ofTwo = data.spec;
    // The baseline may be inexact as well: its outputs are the expectation here.
    for (TrialOutput &output : ofTwo.outputs) {
        output.relative *= 2;
        output.absoluteFloor *= 2;
    }
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return m_comparer.compare(ofTwo, expected, actual, trial, work.stop);
    };
    auto looks = DeviceLooks::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors},
        compared, deadline, work.stop);
    if (!looks)
        return looks.error();
    const auto said = looks->look(clocks);
    if (!said)
        return said.error();
    work.notes += describe(*looks, *said);
    if (*said == DeviceLooks::Say::BaselineFailed)
        work.session.dropBaseline();
    if (*said == DeviceLooks::Say::Wrong) {
        judgeBy(looks->ended(), trial);
        work.evaluation.trials.push_back(std::move(trial));
        dropSpeedup(work.evaluation);
        work.end(looks->ended().verdict,
                 "right when verified, wrong on fresh inputs while timed: "
                     + looks->ended().message);
        return {};
    }
    if (*said == DeviceLooks::Say::LeftOut)
        keepFreshTimes(work.evaluation, looks->looks(), clocks.method(), data.spec.caseName);
    work.tensors->layInputs(data.inputs);
    const CallOutcome placed = work.subject->place(deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    return placed.verdict == Verdict::Correct ? Status()
                                              : endTiming(work, TimingEnd::CandidateFailed, placed);
}

Status DeviceTimer::judgeTimedOutput(EvaluatorWork &work, const TrialData &data) const
{
    TensorArena &outputs = work.tensors->outputs;
    outputs.poison();
    const CallOutcome outcome
        = work.subject->call(Seconds(m_context.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " after timing";
    trial.seed = data.seed;
    judgeBy(outcome, trial);
    if (outcome.verdict == Verdict::Correct) {
        const auto judged = m_comparer.compare(data, outputs, trial, work.stop);
        if (!judged)
            return judged.error();
        std::tie(trial.verdict, trial.message) = *judged;
    }
    if (trial.verdict != Verdict::Correct) {
        dropSpeedup(work.evaluation);
        work.end(trial.verdict, "right when verified, wrong while timed: " + trial.message);
    }
    work.evaluation.trials.push_back(std::move(trial));
    return {};
}

} // namespace loupe
