// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

#include <memory>
#include <string>

namespace loupe {

struct TrialStream;

/// Judge that calls a candidate on the trials of a phase and compares the results. Verdict, trials
/// and excuses go to its work; errors are infrastructure failures.
class TrialJudge
{
public:
    TrialJudge(const PythonShared &shared, PythonServers &servers)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
    {
    }

    /// Runs the trials until all are done or nothing more can be learned. `source` is what the
    /// subject has loaded or, for a suite that runs scripts, is to run.
    Status run(PythonWork &work, const PythonPhase &phase, const std::string &source) const;
    /// Returns whether giveShapeHint() has something to call.
    static bool asksForShapeHint(const PythonWork &work, const PythonPhase &phase);
    /// Calls a correct candidate on the shape of the phase's hint. Sets the flag right_on_one_shape
    /// if that fails. May end the subject.
    Status giveShapeHint(PythonWork &work, const PythonPhase &phase) const;

private:
    /// Returns the reference process that makes trials one by one as they are needed, if they are
    /// not kept. Null otherwise, and if the candidate's constructor leaves nothing to make them
    /// from.
    Result<std::unique_ptr<TrialStream>> openStream(PythonWork &work,
                                                    const PythonPhase &phase) const;
    bool followsCandidate(const PythonWork &work, const PythonPhase &phase) const;
    /// Runs one trial; returns whether the next one is of any use.
    Result<bool> runOne(PythonWork &work, const PythonPhase &phase, const PythonTrial &planned,
                        TrialStream *stream, const std::string &source) const;
    Result<Trial> judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                        const std::string &source) const;
    Result<Trial> judgeWithOtherWeights(PythonWork &work, const PythonPhase &phase,
                                        const PythonTrial &trial, const std::string &source) const;
    /// Judges a new instance of the candidate with the trial's weights, and puts the first back.
    Result<Trial> judgeNewInstance(PythonWork &work, const PythonPhase &phase,
                                   const PythonTrial &trial, const std::string &source) const;
    /// Judges an instance that both sides construct under another seed. If it is correct, the
    /// candidate folds its weights, which is a note. If it is wrong, the candidate does not read
    /// them.
    Result<Trial> judgeConstructedAgain(PythonWork &work, const PythonPhase &phase,
                                        const PythonTrial &trial, const std::string &source) const;
    /// Excuses a wrong trial whose weights were changed in place, as far as folding explains it.
    static void excuseWeights(PythonWork &work, const PythonTrial &trial, Trial &judged);
    /// Compares with the expected result, or with the input after the call if the reference's
    /// result is a view of that input.
    Result<NestedComparison> compare(const PythonWork &work, const PythonPhase &phase,
                                     const PythonTrial &trial, const Bundle &actual) const;
    /// Returns whether the suite's rules accept the reference's own result. If not, they judge
    /// nothing for this task.
    Result<bool> canBePassed(PythonWork &work, const PythonPhase &phase,
                             const PythonTrial &trial) const;
    PythonChild::Answer call(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                             const std::string &source) const;
    Json callRequest(const PythonWork &work, const PythonPhase &phase,
                     const PythonTrial &trial) const;
    Json programRequest(const PythonWork &work, const PythonPhase &phase,
                        const std::string &source) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
};

} // namespace loupe
