// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/native/tasksession.h"
#include "core/engine/request/runobserver.h"
#include "core/judge/judgeprocess.h"
#include "core/model/evaluation.h"
#include "core/timing/pairedtiming.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace loupe {

class PairedClocks;

class NativeTiming;
struct EvaluatorWork;

/// Takes one candidate through build, verification and timing. Each thread has its own.
class Evaluator
{
public:
    Evaluator(const EngineContext &context, TimingLease &lease);

    /// The evaluation, whatever becomes of the candidate. Errors: Cancelled, or the machinery's.
    /// `entering` is told each stage as it begins.
    Result<Evaluation> evaluate(TaskSession &session, const Candidate &candidate,
                                const std::function<void(Stage)> &entering, std::stop_token stop);

private:
    using Work = EvaluatorWork;
    Status build(Work &work);
    Status expect(Work &work);
    Status start(Work &work);
    Status verify(Work &work);
    Status verifyTrial(Work &work, const TrialData &data, int index);
    Status time(Work &work);
    /// The tensors of so many calls of `data` in place, and the subject knows them.
    Result<CallOutcome> prepareCalls(Work &work, const TrialData &data, std::size_t slotCount);
    Status keepTiming(Work &work, const TrialData &data, NativeSubject &baseline);
    /// What it came to, and that it was judged.
    Status keepJudged(Work &work, const TrialData &data, const NativeTiming &timed,
                      const PairedTiming &timing, Trial trial);
    /// The same by the clocks of a GPU.
    Status keepDeviceTiming(Work &work, const TrialData &data, NativeSubject &baseline);
    /// Calls on fresh inputs behind it; where these leave no doubt that repeated ones left
    /// something out, they are the times.
    Status lookAfresh(Work &work, const TrialData &data, NativeSubject &baseline,
                      PairedClocks &clocks);
    static Status endTiming(Work &work, TimingEnd end, const CallOutcome &last);
    Status judgeTimedOutput(Work &work, const TrialData &data);
    Result<std::pair<Verdict, std::string>>
    compare(const TrialData &data, const TensorArena &snapshot, Trial &trial, std::stop_token stop);
    Result<std::pair<Verdict, std::string>> compare(const TrialSpec &spec,
                                                    const TensorArena &expected,
                                                    const TensorArena &snapshot, Trial &trial,
                                                    std::stop_token stop);
    Result<JudgeProcess *> judge();

    const EngineContext &m_context;
    TimingLease &m_lease;
    std::unique_ptr<JudgeProcess> m_judge;
};

} // namespace loupe
