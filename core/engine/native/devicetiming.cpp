// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/native/evaluator.h"
#include "core/engine/native/evaluatorwork.h"

namespace loupe {

Status Evaluator::keepDeviceTiming(Work &work, const TrialData &data, NativeSubject &baseline)
{
    const CudaContext &cuda = *m_context.cuda;
    const Seconds deadline(m_context.limits.callSeconds + 1.0);
    PairedClocks clocks(baseline, *work.subject, Json::object(), cuda.clock, deadline, work.stop);
    clocks.settle();
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
    keepSpeedup(timing, "native CUDA baseline", work.evaluation);
    clocks.keep(data.spec.caseName, overheadMs, work.evaluation);
    work.notes = clocks.describe(data.spec.caseName, conditions, work.evaluation);
    keepWork(workOf(data.spec), ratesFor(data.spec), m_context.ceilings, work.evaluation);
    return judgeTimedOutput(work, data);
}

Status Evaluator::judgeTimedOutput(Work &work, const TrialData &data)
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
        const auto judged = compare(data, outputs, trial, work.stop);
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
