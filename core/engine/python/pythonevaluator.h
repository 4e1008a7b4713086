// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/roomretry.h"
#include "core/engine/clocks/timinglease.h"
#include "core/engine/contract/occupationlog.h"
#include "core/engine/contract/sessions.h"
#include "core/engine/contract/stageseconds.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/machine/memorybudget.h"
#include "core/engine/python/judgepool.h"
#include "core/engine/python/oraclepool.h"
#include "core/engine/python/pythontask.h"
#include "core/engine/request/knownseconds.h"
#include "core/platforms/build/artifactcache.h"
#include "core/timing/speedup.h"

#include <future>
#include <memory>
#include <optional>
#include <stop_token>

namespace loupe {

struct PythonWork;

using PythonTasks = Sessions<BenchmarkTask, PythonTask>;

/// Takes one submission through load, the suite's trials, ours, and timing. Each thread has its
/// own, with a server for candidates; those for references, which never share anything with it, are
/// the run's.
class PythonEvaluator final : public CandidateEvaluator
{
public:
    PythonEvaluator(const PythonContext &context, TimingLease &lease, MemoryBudget &memory,
                    MemoryBudget &deviceMemory, OraclePool &oracles, JudgePool &judges,
                    PythonTasks &tasks, KnownSeconds &known, const OccupationReporter &reporter);
    ~PythonEvaluator() override;
    PythonEvaluator(const PythonEvaluator &) = delete;
    PythonEvaluator &operator=(const PythonEvaluator &) = delete;

    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token stop) override;
    std::string device() const override { return m_context.rules.device; }

private:
    using StartedServer = Result<std::unique_ptr<PythonServer>>;
    using Work = PythonWork;
    struct OracleUse;
    /// Busy where the device had too little memory left.
    Result<Evaluation> attempt(const PlanItem &item, const std::function<void(Stage)> &entering,
                               const std::stop_token &stop, Room room);
    /// What an evaluation holds of memory, and what is made ready beside its build.
    struct Holds;
    Status judgeInRoom(Work &work, Holds &holds);
    /// Takes a seat, and where the whole machine takes turns the room that a reference may need:
    /// whoever makes it then has a turn, with which nobody may wait for memory.
    Status sit(Work &work, Holds &holds);
    /// Waits for so much of the device, or for all of it where the attempt is to have that.
    /// `seconds`: where the wait is counted, of the thread that waits.
    Status reserve(Work &work, Holds &holds, std::int64_t bytes, StageSeconds &seconds,
                   const std::stop_token &stop);
    Result<const std::vector<PythonPhase> *> makePhases(Work &work, Holds &holds, OracleSeat &seat,
                                                        StageSeconds &seconds,
                                                        const std::stop_token &stop);
    /// What is held while the phases were made becomes what judging takes.
    Status holdForJudging(Work &work, Holds &holds, const PythonPhase &phase);
    /// Begins to make the reference ready where that takes so long that the candidate is built, and
    /// constructed, meanwhile.
    Status prepareAhead(Work &work, Holds &holds);
    /// Builds the candidate, and begins to make its reference ready where that takes long.
    Status buildBeside(Work &work, Holds &holds);
    void constructAhead(Work &work);
    static Result<const std::vector<PythonPhase> *> awaitPhases(Work &work, Holds &holds);
    bool constructsInParts(const Work &work) const;
    PythonChild::Answer askToConstruct(Work &work, const PythonPhase &phase) const;
    /// All that needs no reference; whether that has ended it.
    Result<bool> endsEarly(Work &work, Holds &holds);
    /// What an evaluation says besides its verdict.
    void finish(Work &work);
    std::string logOf(const Work &work) const;
    /// One that was cancelled says what was known until then.
    Error withLog(Error error, Work &work) const;
    /// Until it goes out of scope nobody times; nothing where each request waits for its own turn.
    std::unique_ptr<TimingLease::Shared> turn(Work &work) const;
    /// What processes take turns by; none where the evaluator does.
    TimingLease *turns() const;
    Status readSource(Work &work);
    /// The seat that this evaluation has; it takes one where it has none yet.
    Result<OracleSeat *> oracle(const std::stop_token &stop);
    Result<PythonServer *> subjects(const std::stop_token &stop);
    std::future<StartedServer> startSubjects() const;
    Result<const std::vector<PythonPhase> *> prepare(Work &work, Holds &holds);
    Status judge(Work &work, const std::vector<PythonPhase> &phases);
    Status judgePhase(Work &work, const PythonPhase &phase);
    Status buildAhead(Work &work);
    Status begin(Work &work, const PythonPhase &phase, const std::string &source);
    Status forkSubject(Work &work);
    Status loadAfresh(Work &work, const std::string &source);
    Status load(Work &work, const std::string &source);
    /// In another process, for what is no build of its own: no time, flag or artifact is kept.
    Result<PythonChild::Answer> loadAgain(Work &work, const std::string &source);
    Json loadRequest(const std::string &source) const;
    Status keepArtifacts(Work &work, const std::string &source);
    Status construct(Work &work, const PythonPhase &phase);
    Status runTrials(Work &work, const PythonPhase &phase, const std::string &source);
    Status runTests(Work &work, const PythonPhase &phase);
    Result<Trial> judgeTrial(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                             const std::string &source);
    Status time(Work &work, const PythonPhase &phase);
    Status timeCases(Work &work, const PythonPhase &phase);
    Status prepareCases(Work &work, const PythonPhase &phase, PythonChild &baseline,
                        std::vector<const PythonTrial *> &cases);
    Status keepCases(Work &work, const PythonPhase &phase, std::unique_ptr<TrialStream> reference,
                     const std::vector<const PythonTrial *> &cases);
    /// One of them. None where the candidate fails, which ends its timing.
    Result<std::optional<PairedTiming>> timeCase(Work &work, const PythonPhase &phase,
                                                 const PythonTrial &trial,
                                                 std::unique_ptr<TrialStream> &reference,
                                                 const TimingPolicy &policy);
    /// One call of the candidate under hardware counters.
    void takeCounters(Work &work, const PythonPhase &phase);
    /// Gives the candidate what it is timed on, and has each side make one call. False where the
    /// candidate fails, which ends its timing. `call` is what the clocks ask for.
    Result<bool> makeReady(Work &work, const Json &call, const PythonTrial &trial,
                           PairedClocks &clocks);
    Status keepTiming(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                      std::unique_ptr<TrialStream> &reference, PairedClocks &clocks);
    struct TimedProcesses {
        SpeedupEstimate estimate;
        double allowance = 0; ///< for what processes differ by besides (core/timing/speedup.h)
    };
    /// Both sides ready and the clocks settled: timeAndJudge() of them and, where that can be had,
    /// of further processes of either side, which see and are held to the same. None where the
    /// candidate fails in one of them, which ends its timing.
    Result<std::optional<TimedProcesses>> timeProcesses(Work &work, const PythonPhase &phase,
                                                        const PythonTrial &trial,
                                                        std::unique_ptr<TrialStream> &reference,
                                                        PairedClocks &clocks);
    /// In how many processes of each side this is timed, if the first is worth more.
    int mostProcesses() const;
    TimingPolicy policyOfFirst(const PairedClocks &clocks, int processes) const;
    /// Whether further ones are worth what they cost, by what the first says.
    bool isWorthMore(const SpeedupEstimate &first) const;
    /// Which side goes first in a process: by chance, that of the run's secret seed.
    bool beginsWithCandidate(const Work &work, int process) const;
    /// The same in one more process of either side; `number` counts them.
    Result<std::optional<PairedTiming>> timeAnotherPair(Work &work, const PythonPhase &phase,
                                                        const PythonTrial &trial,
                                                        std::unique_ptr<TrialStream> &reference,
                                                        const TimingPolicy &policy, int number);
    /// Another process of the reference, given what is timed.
    Status startOtherReference(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                               std::unique_ptr<TrialStream> &reference);
    /// Another process of the candidate, loaded and constructed. False where that fails, which ends
    /// its timing.
    Result<bool> startOtherSubject(Work &work, const PythonPhase &phase);
    /// Both sides ready and the clocks settled: times and judges what was timed. The timing that
    /// counts; none where the candidate fails, which ends its timing.
    Result<std::optional<PairedTiming>> timeAndJudge(Work &work, const PythonPhase &phase,
                                                     const PythonTrial &trial,
                                                     TrialStream &reference, PairedClocks &clocks,
                                                     const TimingPolicy &policy);
    /// With one call of each side on fresh inputs behind it, where there are some and the candidate
    /// may gain anything: all that is done alone.
    Result<std::optional<PairedTiming>> timeAlone(Work &work, const PythonPhase &phase,
                                                  const std::string &caseName,
                                                  TrialStream &reference, PairedClocks &clocks,
                                                  const TimingPolicy &policy,
                                                  std::optional<FreshCalls> &fresh);
    /// The raw series go to the evaluation. None where the candidate fails, which ends its timing.
    Result<std::optional<PairedTiming>> measure(Work &work, const std::string &caseName,
                                                const TimingPolicy &policy, PairedClocks &clocks);
    /// The reference in the form that it is timed in. What torch.compile makes of it is kept by its
    /// content, for later candidates and runs.
    Status useBaseline(Work &work, PythonChild &baseline, const PythonPhase &phase);
    Status judgeTimedResults(Work &work, const PythonPhase &phase, const PythonTrial &timed,
                             PythonChild &baseline, const std::optional<FreshCalls> &fresh);
    std::string baselineName() const;
    /// What an interval allows for by this clock (core/timing/speedup.h).
    double betweenProcesses() const;
    void endTiming(Work &work, const CallOutcome &outcome, const char *when);
    void addPoints(Json &request, const PythonPhase &phase, const PythonTrial &trial) const;
    Status judgePoints(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                       PythonChild::Answer &answer, Trial &out);
    Status lookAtBits(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                      PythonChild::Answer &answer);
    /// Says in the evaluation what the sizes of a phase decide, before its first call.
    void noteSizes(Work &work, const PythonPhase &phase, const PythonTrial &first) const;
    /// Why an attempt with the whole device may have lacked room all the same; else empty.
    std::string heldByOthers() const;
    Result<Trial> judgeWithOtherWeights(Work &work, const PythonPhase &phase,
                                        const PythonTrial &trial, const std::string &source);
    static void keepExcuses(Work &work);
    /// Inputs that the candidate's process has never seen, for a call in the timed ones' place, and
    /// what is expected of them; `number` counts them. None, with an excuse, where there are none.
    Status makeFreshInputs(Work &work, const PythonPhase &phase, TrialStream &maker,
                           const PythonTrial &timed, int number);
    /// The same of a recorded call, whose inputs stand in a test: other values in their place.
    Status makeOtherValues(Work &work, const PythonPhase &phase, TrialStream &maker,
                           const PythonTrial &timed, int number);
    /// Times one call of each side on them. None where a side fails. The reference's failure is an
    /// excuse; that of a model ends its timing, of a function it is still to be judged. Of both but
    /// the last there are no fresh inputs any more.
    Result<std::optional<FreshCalls>> lookAfresh(Work &work, const PythonPhase &phase,
                                                 PythonChild &baseline, PairedClocks &clocks);
    /// Compares what they gave; a wrong result ends the candidate's timing.
    Status judgeFresh(Work &work, const PythonPhase &phase, const FreshCalls &calls,
                      PythonChild &baseline);
    /// One more call at the timed addresses, whose inputs arrive on a device while it is being
    /// made.
    Status judgeLateInputs(Work &work, const PythonPhase &phase, const PythonTrial &given,
                           PythonChild &baseline);
    /// Where the fresh call took so much longer than repeated ones that those left something out,
    /// looks at more of them. If none bears the repeated ones out, the fresh ones are the times:
    /// then there are some.
    Result<std::optional<PairedTiming>> confirmLeftOut(Work &work, const PythonPhase &phase,
                                                       const PythonTrial &timed,
                                                       TrialStream &reference, PairedClocks &clocks,
                                                       const FreshLook &first);
    void keepFreshTimes(Work &work, const PairedTiming &timing, TimingMethod method,
                        const std::string &caseName) const;
    /// A trial of fresh inputs. One that a function fails is held against it only if a process of
    /// it that was never called before passes it: else it is right on the test's inputs alone,
    /// which a flag says.
    Status keepFreshTrial(Work &work, const PythonPhase &phase, Trial trial,
                          const PythonTrial &given, const char *when);
    /// What their results are held to.
    static NestedRule freshRuleOf(const Work &work, const PythonPhase &phase,
                                  const PythonTrial &trial);
    /// What lookAfresh() left to be judged so.
    Status judgeFreshFailure(Work &work, const PythonPhase &phase);
    /// The fresh inputs in such a process.
    Result<Trial> judgeFirstCall(Work &work, const PythonPhase &phase, const PythonTrial &given);
    /// A trial of what was timed: a wrong one is kept and ends the timing.
    Status keepTimedTrial(Work &work, Trial trial, const PythonTrial &given, const char *when);
    Result<NestedComparison> compare(const NestedRule &rule, const Bundle &expected,
                                     const Bundle &actual, std::stop_token stop);
    /// The same of parts of what was handed over.
    Result<NestedComparison> compareValues(const NestedRule &rule, const Value &expected,
                                           const TensorsView &expectedTensors, const Value &actual,
                                           const TensorsView &actualTensors, std::stop_token stop);

    const PythonContext &m_context;
    TimingLease &m_lease;
    MemoryBudget &m_memory;
    MemoryBudget &m_deviceMemory;
    OraclePool &m_oracles;
    JudgePool &m_judges;
    PythonTasks &m_tasks;
    KnownSeconds &m_known;
    const OccupationReporter &m_reporter;
    std::stop_source m_end; ///< of this evaluator: servers that still start need not
    std::future<StartedServer> m_startingSubject;
    std::unique_ptr<OracleSeat> m_oracle;
    std::unique_ptr<PythonServer> m_subject;
    ArtifactCache m_artifacts;
    ArtifactCache m_compiledReferences;
};

} // namespace loupe
