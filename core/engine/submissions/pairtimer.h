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

/// What the interval of a speedup allows for by this run's clock, of one process a side
/// (core/timing/speedup.h).
double betweenProcesses(const PythonContext &context);

struct TimedPair {
    PairedTiming timing;
    bool isOfFreshCalls = false; ///< repeated ones left something out, or may have
};

/// One process of the candidate timed against one of the reference, and what was timed judged.
class PairTimer
{
public:
    PairTimer(const PythonShared &shared, const ResultComparer &comparer, SubjectBuild &build);
    PairTimer(const PairTimer &) = delete;
    PairTimer &operator=(const PairTimer &) = delete;

    /// Makes the fresh inputs of a timing.
    const FreshTrials &fresh() const { return m_fresh; }
    /// Gives the candidate what it is timed on, and has each side make one call. False where the
    /// candidate fails, which ends its timing. `call` is what the clocks ask for.
    Result<bool> makeReady(PythonWork &work, const Json &call, const PythonTrial &trial,
                           PairedClocks &clocks) const;
    /// Both sides ready and the clocks settled: times and judges what was timed. The timing that
    /// counts; none where the candidate fails, which ends its timing. The raw series go to the
    /// evaluation.
    Result<std::optional<TimedPair>> time(PythonWork &work, const PythonPhase &phase,
                                          const PythonTrial &trial, TrialStream &reference,
                                          PairedClocks &clocks, const TimingPolicy &policy) const;

private:
    /// With one call of each side on fresh inputs behind it, where there are some and the candidate
    /// may gain anything: all that is done alone.
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
    /// Has both sides copy the last timed result before anything else may write where it lies.
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
