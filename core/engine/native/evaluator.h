// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/native/devicetimer.h"
#include "core/engine/native/hosttimer.h"
#include "core/engine/native/nativecomparer.h"
#include "core/engine/native/tasksession.h"
#include "core/engine/request/runobserver.h"
#include "core/model/evaluation.h"

#include <functional>
#include <stop_token>

namespace loupe {

struct EvaluatorWork;

/// Takes one candidate through build, verification and timing. Each thread has its own.
class Evaluator
{
public:
    Evaluator(const EngineContext &context, TimingLease &lease);
    Evaluator(const Evaluator &) = delete;
    Evaluator &operator=(const Evaluator &) = delete;

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
    /// What a timing needs and another one is not disturbed by: its reference, tensors of its
    /// calls.
    Status makeReady(Work &work);
    Status time(Work &work);
    std::size_t timedSlots(const TrialData &data) const;
    /// The tensors of so many calls of `data` in place, and the subject knows them.
    Result<CallOutcome> prepareCalls(Work &work, const TrialData &data, std::size_t slotCount);

    const EngineContext &m_context;
    TimingLease &m_lease;
    NativeComparer m_comparer;
    HostTimer m_hostTimer;
    DeviceTimer m_deviceTimer;
};

} // namespace loupe
