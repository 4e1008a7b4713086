// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/suiteengine.h"
#include "core/engine/submissions/candidatetimer.h"
#include "core/engine/submissions/evaluationroom.h"
#include "core/engine/submissions/pythonservers.h"
#include "core/engine/submissions/resultcomparer.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/subjectconstruction.h"
#include "core/engine/submissions/trialjudge.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Evaluator that takes one submission through load, the suite's trials, ours, and timing. Each
/// thread has its own, with a server for candidates. Reference servers belong to the run and share
/// nothing with it.
class PythonEvaluator final : public CandidateEvaluator
{
public:
    explicit PythonEvaluator(const PythonShared &shared);

    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token stop) override;
    std::string device() const override { return m_context.rules.device; }

private:
    /// Evaluates on the shape of the item's task. Each shape has processes of its own.
    Result<Evaluation> evaluateShape(const PlanItem &item,
                                     const std::function<void(Stage)> &entering,
                                     const std::stop_token &stop);
    /// Takes the times of further baselines from the result on one of a task's shapes. Returns
    /// those of the baselines that now have a time of each shape.
    std::vector<FurtherTime> timesOfShapes(Evaluation &ofShape, std::size_t shapes) const;
    /// Evaluates once. Busy if the device had too little memory left.
    Result<Evaluation> attempt(const PlanItem &item, const std::function<void(Stage)> &entering,
                               const std::stop_token &stop, Room room);
    /// Does everything that needs no reference; returns whether that has ended the evaluation.
    Result<bool> endsEarly(PythonWork &work, EvaluationRoom &room);
    Status readSource(PythonWork &work) const;
    /// Builds the candidate. Starts to prepare its reference if that takes long.
    Status buildBeside(PythonWork &work, EvaluationRoom &room);
    Status judgeInRoom(PythonWork &work, EvaluationRoom &room);
    Status judge(PythonWork &work, const std::vector<PythonPhase> &phases);
    Status judgeAndTime(PythonWork &work, const std::vector<PythonPhase> &phases);
    /// `first`: the phase that was judged before it, or itself.
    Status judgePhase(PythonWork &work, const PythonPhase &phase, const PythonPhase &first);
    /// Runs the trials, or the suite's own tests.
    Status verify(PythonWork &work, const PythonPhase &phase, const std::string &source);
    /// Verifies a candidate again with the weights of its own constructor. Applies if the first
    /// strict trial is wrong and the suite accepts the candidate or is not used. The candidate may
    /// fold a factor into its weights there. Keeps the first verdict if these weights are wrong,
    /// too. `before`, `flags`: its number of trials and its flags when the phase began.
    Status verifyWithOwnWeights(PythonWork &work, const PythonPhase &phase,
                                const std::string &source, std::size_t before,
                                const std::vector<std::string> &flags);
    /// Starts a process of the candidate that can be called.
    Status begin(PythonWork &work, const PythonPhase &phase, const std::string &source);
    /// Fills in the parts of an evaluation other than its verdict.
    void finish(PythonWork &work) const;
    std::string logOf(const PythonWork &work) const;
    /// Adds what was known until then to the error of a cancelled evaluation.
    Error withLog(Error error, PythonWork &work) const;
    /// Returns why an attempt with the whole device may still have lacked memory; else empty.
    std::string heldByOthers() const;

    PythonShared m_shared;
    const PythonContext &m_context;
    PythonServers m_servers;
    ResultComparer m_comparer;
    SubjectBuild m_build;
    SubjectConstruction m_construction;
    TrialJudge m_trials;
    CandidateTimer m_timer;
};

} // namespace loupe
