// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/native/nativecomparer.h"
#include "core/engine/native/tasksession.h"
#include "core/engine/request/runobserver.h"
#include "core/model/record/evaluation.h"

#include <functional>
#include <stop_token>

namespace loupe {

struct EvaluatorWork;

/// Pipeline of a candidate: build, verification, timing. Each thread needs its own.
class Evaluator
{
public:
    Evaluator(const EngineContext &context, TimingLease &lease);
    Evaluator(const Evaluator &) = delete;
    Evaluator &operator=(const Evaluator &) = delete;

    /// Returns an evaluation for any failure of the candidate. Errors: Cancelled, or internal ones.
    /// Calls `entering` when a stage begins.
    Result<Evaluation> evaluate(TaskSession &session, const Candidate &candidate,
                                const std::function<void(Stage)> &entering, std::stop_token stop);

private:
    using Work = EvaluatorWork;
    Status build(Work &work);
    Status expect(Work &work);
    Status start(Work &work);
    Status verify(Work &work);
    Status verifyTrial(Work &work, const TrialData &data, int index);
    /// Prepares a timing without disturbing another one: starts the baseline and sets up tensors.
    Status makeReady(Work &work);
    Status time(Work &work);
    /// Adds the code of the built library to the evaluation. Called when everything has been judged
    /// and timed; candidates on the processor have no such texts. A cancelled run leaves the rest
    /// of the evaluation as it is.
    void addGeneratedCode(Work &work) const;
    std::size_t timedSlots(const TrialData &data) const;
    /// Sets up tensors for `slotCount` calls of `data` and passes them to the candidate.
    Result<CallOutcome> prepareCalls(Work &work, const TrialData &data, std::size_t slotCount);

    const EngineContext &m_context;
    TimingLease &m_lease;
    NativeComparer m_comparer;
};

} // namespace loupe
