// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/freshjudge.h"
#include "core/engine/submissions/freshtrials.h"
#include "core/engine/submissions/leftoutcalls.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/timing/pairedtiming.h"

#include <optional>
#include <string>

namespace loupe {

/// Returns the allowance in a speedup's interval for differences between processes, for this run's
/// clock and one process a side (core/analysis/statistics/speedup.h).
double betweenProcesses(const PythonContext &context);

struct TimedPair {
    PairedTiming timing;
    bool isOfFreshCalls = false; ///< the repeated calls skipped work, or may have
};

/// Timer for one process of the candidate against one of the reference. Also judges the timed
/// calls.
class PairTimer
{
public:
    PairTimer(const PythonShared &shared, const ResultComparer &comparer, SubjectBuild &build);
    PairTimer(const PairTimer &) = delete;
    PairTimer &operator=(const PairTimer &) = delete;

    /// Returns the source of a timing's fresh inputs.
    const FreshTrials &fresh() const { return m_fresh; }
    /// Sends the candidate the inputs that are timed, and makes one call on each side. Returns
    /// false if the candidate fails, which ends its timing. `call` is the request of the clocks.
    Result<bool> makeReady(PythonWork &work, const Json &call, const PythonTrial &trial,
                           PairedClocks &clocks) const;
    /// Times the calls and judges them; both sides must be ready and the clocks settled. Returns
    /// the timing that counts, or nullopt if the candidate fails, which ends its timing. Stores the
    /// raw series in the evaluation.
    Result<std::optional<TimedPair>> time(PythonWork &work, const PythonPhase &phase,
                                          const PythonTrial &trial, TrialStream &reference,
                                          PairedClocks &clocks, const TimingPolicy &policy) const;

private:
    /// Times with exclusive use of the machine. Adds one call of each side on fresh inputs if there
    /// are some and the candidate may gain from repetition.
    Result<std::optional<PairedTiming>> timeAlone(PythonWork &work, const PythonPhase &phase,
                                                  const std::string &caseName,
                                                  TrialStream &reference, PairedClocks &clocks,
                                                  const TimingPolicy &policy,
                                                  std::optional<FreshCalls> &fresh) const;
    Result<std::optional<PairedTiming>> measure(PythonWork &work, const std::string &caseName,
                                                const TimingPolicy &policy,
                                                PairedClocks &clocks) const;
    Status judgeTimed(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                      PythonChild &baseline, const std::optional<FreshCalls> &fresh) const;
    /// Makes both sides copy the last timed result before its memory can be overwritten.
    Status holdResults(PythonWork &work, const PythonPhase &phase, PythonChild &baseline) const;
    /// Judges the last timed result of that side.
    Result<TimedTrial> lastResult(PythonWork &work, const PythonPhase &phase,
                                  const PythonTrial &timed, PythonChild &side) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    const TimedComparer m_timed;
    FreshTrials m_fresh;
    FreshJudge m_freshJudge;
    LeftOutCalls m_leftOut;
};

} // namespace loupe
