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

/// Takes one submission through load, the suite's trials, ours, and timing. Each thread has its
/// own, with a server for candidates; those for references, which never share anything with it, are
/// the run's.
class PythonEvaluator final : public CandidateEvaluator
{
public:
    explicit PythonEvaluator(const PythonShared &shared);

    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token stop) override;
    std::string device() const override { return m_context.rules.device; }

private:
    /// Busy where the device had too little memory left.
    Result<Evaluation> attempt(const PlanItem &item, const std::function<void(Stage)> &entering,
                               const std::stop_token &stop, Room room);
    /// All that needs no reference; whether that has ended it.
    Result<bool> endsEarly(PythonWork &work, EvaluationRoom &room);
    Status readSource(PythonWork &work) const;
    /// Builds the candidate, and begins to make its reference ready where that takes long.
    Status buildBeside(PythonWork &work, EvaluationRoom &room);
    Status judgeInRoom(PythonWork &work, EvaluationRoom &room);
    Status judge(PythonWork &work, const std::vector<PythonPhase> &phases);
    Status judgePhase(PythonWork &work, const PythonPhase &phase);
    /// Trials, or the suite's own tests.
    Status verify(PythonWork &work, const PythonPhase &phase, const std::string &source);
    /// Verifies a candidate again with the weights of its own constructor, if the first strict
    /// trial is wrong and the suite accepts it or is not asked: it may fold a factor into its
    /// weights there. Keeps the first verdict where these weights are wrong, too. `before`,
    /// `flags`: how many trials and which flags it had when the phase began.
    Status verifyWithOwnWeights(PythonWork &work, const PythonPhase &phase,
                                const std::string &source, std::size_t before,
                                const std::vector<std::string> &flags);
    /// A process of the candidate that can be called.
    Status begin(PythonWork &work, const PythonPhase &phase, const std::string &source);
    /// What an evaluation says besides its verdict.
    void finish(PythonWork &work) const;
    std::string logOf(const PythonWork &work) const;
    /// One that was cancelled says what was known until then.
    Error withLog(Error error, PythonWork &work) const;
    /// Why an attempt with the whole device may have lacked room all the same; else empty.
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
