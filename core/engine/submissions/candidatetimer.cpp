// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/candidatetimer.h"

#include "core/analysis/statistics/speedup.h"
#include "core/engine/clocks/countersanswer.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/submissions/baselineforms.h"
#include "core/engine/submissions/pairtimer.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/subjectconstruction.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"
#include "core/timing/severalprocesses.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr std::size_t maxTimedCases = 8;

Json callOf(const char *what, const PythonPhase &phase, const PythonTrial &trial)
{
    return {{"do", what},
            {"function", trial.function},
            {"grad", phase.protocol.timing.gradEnabled},
            {"check_inputs", false}};
}

/// Returns the policy of one case. All cases together are as precise and take as long as a single
/// one would.
TimingPolicy policyOfOne(const TimingPolicy &policy, std::size_t cases)
{
    const auto count = static_cast<double>(cases);
    TimingPolicy one = policy;
    one.relativeInterval *= std::sqrt(count);
    one.minimumSeconds /= count;
    one.maximumSeconds /= count;
    return one;
}

Json caseJson(const std::string &caseName, const SpeedupEstimate &estimate)
{
    return {{"case", caseName},
            {"baseline_ms", estimate.baselineMs},
            {"candidate_ms", estimate.candidateMs},
            {"speedup", estimate.speedup},
            {"low", estimate.low},
            {"high", estimate.high}};
}

/// Timer for an operator on several of the calls that its tests make, small to large.
class CaseTimer
{
public:
    CaseTimer(const PythonShared &shared, PythonServers &servers, SubjectBuild &build,
              const BaselineForms &forms)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
        , m_build(build)
        , m_forms(forms)
    {
    }

    /// Times the calls; the evaluation gets the speedup over all of them.
    Status time(PythonWork &work, const PythonPhase &phase) const
    {
        auto together = m_shared.takeTurn(work.seconds);
        const auto began = std::chrono::steady_clock::now();
        const auto seat = m_servers.seat(work.stop);
        if (!seat)
            return seat.error();
        auto reference = work.task->operatorReference(**seat, phase, work.stop);
        if (!reference)
            return reference.error();
        if (Status formed
            = m_forms.use(work, *(*reference)->child, phase, m_context.rules.baseline);
            !formed)
            return formed.error();
        const std::string &source = work.sourceFor(phase);
        // A process that ran the suite's tests had the candidate in place of the operator.
        if (work.loaded != source) {
            if (Status loaded = m_build.loadAfresh(work, source); !loaded)
                return loaded.error();
            if (work.hasEnded()) {
                endTiming(m_context, work, {work.verdict, work.message, 0},
                          "while being prepared for timing: ");
                return {};
            }
            work.entering(Stage::Time);
        }
        auto cases = phase.trialsOfAllSizes(maxTimedCases);
        Status kept = prepare(work, phase, *(*reference)->child, cases);
        together.reset();
        if (kept && !cases.empty())
            kept = keep(work, phase, std::move(*reference), cases);
        work.evaluation.timeMs = millisecondsSince(began);
        return kept;
    }

private:
    /// Calls reference and candidate on each case. Excludes those that the reference refuses
    /// outside its test.
    Status prepare(PythonWork &work, const PythonPhase &phase, PythonChild &baseline,
                   std::vector<const PythonTrial *> &cases) const
    {
        const Seconds deadline(m_context.settings.limits.callSeconds);
        const auto both = std::move(cases);
        cases.clear();
        for (const PythonTrial *trial : both) {
            const auto reference = baseline.ask(callOf("forward", phase, *trial), &trial->given,
                                                deadline, work.stop);
            if (work.stop.stop_requested())
                return cancelledRun();
            if (Status room = hadRoom(reference.outcome, m_context); !room)
                return room;
            if (reference.outcome.verdict != Verdict::Correct) {
                // Called alone, outside its test, a reference may refuse the test's arguments.
                work.notes.append("\nkloupe timing: {\"case\": \"").append(trial->caseName);
                work.notes.append("\", \"left_out\": \"the reference cannot be called alone\"}\n");
                continue;
            }
            const auto ready = work.subject->ask(callOf("forward", phase, *trial), &trial->given,
                                                 deadline, work.stop);
            if (work.stop.stop_requested())
                return cancelledRun();
            if (ready.outcome.verdict != Verdict::Correct) {
                cases.clear();
                endTiming(m_context, work, ready.outcome, "while being prepared for timing: ");
                return {};
            }
            cases.push_back(trial);
        }
        return {};
    }

    Status keep(PythonWork &work, const PythonPhase &phase, std::unique_ptr<TrialStream> reference,
                const std::vector<const PythonTrial *> &cases) const
    {
        const TimingPolicy policy = policyOfOne(m_context.timing, cases.size());
        std::vector<SpeedupEstimate> estimates;
        Json table = Json::array();
        for (const PythonTrial *trial : cases) {
            const auto timing = timeOne(work, phase, *trial, reference, policy);
            if (!timing)
                return timing.error();
            if (!*timing)
                return {};
            estimates.push_back(estimateSpeedup((*timing)->baselineMs, (*timing)->candidateMs));
            table.push_back(caseJson(trial->caseName, estimates.back()));
        }
        keepSpeedup(combineCases(estimates), baselineName(m_context), work.evaluation,
                    betweenProcesses(m_context));
        const Json notes{{"definition", phase.protocol.speedupDefinition},
                         {"timed_calls", cases.size()},
                         {"recorded_calls", phase.trials.size()},
                         {"calls_of_the_tests", phase.callsMade},
                         {"cases", std::move(table)}};
        work.notes += "\nkloupe cases: " + notes.dump() + "\n";
        return {};
    }

    /// Times one of the cases. nullopt if the candidate fails, which ends its timing.
    Result<std::optional<PairedTiming>> timeOne(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &trial,
                                                std::unique_ptr<TrialStream> &reference,
                                                const TimingPolicy &policy) const
    {
        auto together = m_shared.takeTurn(work.seconds);
        if (Status made = makeFreshInputs(m_shared, m_build, work, phase, *reference, trial); !made)
            return made.error();
        if (work.isTimingOver)
            return std::optional<PairedTiming>();
        if (std::exchange(work.isReferenceSpoilt, false)) {
            const auto seat = m_servers.seat(work.stop);
            if (!seat)
                return seat.error();
            auto another = work.task->operatorReference(**seat, phase, work.stop);
            if (!another)
                return another.error();
            reference = std::move(*another);
        }
        const Seconds deadline(m_context.settings.limits.callSeconds);
        Json give = callOf("give", phase, trial);
        give["tf32"] = mayUseTf32(m_context.rules.baseline); // as timed, whatever it made before
        const auto given
            = reference->child->ask(std::move(give), &trial.given, deadline, work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(given.outcome, m_context); !room)
            return room.error();
        if (given.outcome.verdict != Verdict::Correct)
            return Error{Errc::Internal,
                         "the reference failed before it was timed: " + given.outcome.message,
                         work.item.task->name};
        Json call = timedCallOf(phase, trial, work.task->task().entry);
        call["clone_inputs"] = phase.protocol.isAsShipped("clone_in_timed_call");
        PairedClocks clocks(*reference->child, *work.subject, call, m_context.clock,
                            Seconds(deadline.count() + 1.0), work.stop);
        const auto isReady = makeReady(m_context, work, call, trial, clocks);
        if (!isReady)
            return isReady.error();
        if (!*isReady)
            return std::optional<PairedTiming>();
        together.reset();
        return timePair(m_shared, work, phase, trial, *reference, clocks, policy);
    }

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    SubjectBuild &m_build;
    const BaselineForms &m_forms;
};

/// First seed for the order of the sides in a process, after the seeds of fresh inputs.
constexpr int firstOrderSeed = 2000;

/// A call of the process that makes the inputs takes up to so much longer on a processor, measured
/// with equal programs.
constexpr double makingInputsMs = 0.001;

SpeedupEstimate estimateOf(const PairedTiming &timing)
{
    return estimateSpeedup(timing.baselineMs, timing.candidateMs);
}

Json processesJson(const std::string &caseName, std::span<const SpeedupEstimate> processes)
{
    Json speedups = Json::array();
    for (const SpeedupEstimate &each : processes)
        speedups.push_back(each.speedup);
    return {{"case", caseName},
            {"processes", processes.size()},
            {"speedups", std::move(speedups)},
            {"spread", spreadOfProcesses(processes)}};
}

struct TimedProcesses {
    SpeedupEstimate estimate;
    double allowance
        = 0; ///< for other differences between processes (core/analysis/statistics/speedup.h)
};

/// Timer that uses several processes of each side. It measures on this machine how much the times
/// of identical programs differ between processes.
class ProcessTimer
{
public:
    ProcessTimer(const PythonShared &shared, PythonServers &servers, SubjectBuild &build)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
        , m_build(build)
    {
    }

    /// Times both sides, which must be ready, with the clocks settled. Uses further processes if
    /// possible, with the same rules and further unseen inputs. nullopt if the candidate fails in
    /// one of them, which ends its timing.
    Result<std::optional<TimedProcesses>> time(PythonWork &work, const PythonPhase &phase,
                                               const PythonTrial &trial,
                                               std::unique_ptr<TrialStream> &reference,
                                               PairedClocks &clocks) const
    {
        const int count = most();
        const TimingPolicy policy = policyOfProcess(m_context.timing, count);
        std::optional<TimedAlone> alone; // once for all of them, because waiting for it takes long
        if (count > 1) {
            const StageSeconds::Part queueing(work.seconds, "wait for the timing lease");
            alone.emplace(m_shared.lease, m_shared.reporter);
        }
        clocks.beginWithCandidate(beginsWithCandidate(work, 0));
        std::vector<SpeedupEstimate> processes;
        while (std::ssize(processes) < count) {
            const int number = static_cast<int>(processes.size());
            auto timed = number == 0 ? timePair(m_shared, work, phase, trial, *reference, clocks,
                                                policyOfFirst(clocks, count))
                                     : timeAnother(work, phase, trial, reference, policy, number);
            if (!timed)
                return timed.error();
            if (!*timed)
                return std::optional<TimedProcesses>();
            const SpeedupEstimate estimate = estimateOf(**timed);
            processes.push_back(estimate);
            if (number == 0 && !isWorthMore(estimate))
                break;
        }
        if (count > 1)
            work.notes
                += "\nkloupe processes: " + processesJson(trial.caseName, processes).dump() + "\n";
        const SpeedupEstimate all = combineProcesses(processes);
        double halfWidth = processes.size() > 1 ? sharedHalfWidth : betweenProcesses(m_context);
        if (clocks.method() == TimingMethod::Host)
            halfWidth = std::hypot(halfWidth, makingInputsMs / all.baselineMs);
        return std::optional(TimedProcesses{all, halfWidth});
    }

private:
    /// Returns how many processes of each side are timed, if the first result justifies more.
    int most() const
    {
        // Otherwise a process takes longer to start than all of its calls. It starts a device, or
        // compiles the candidate or the reference at the first call.
        const bool isCheap = m_context.settings.device == "cpu" && m_context.arrays.empty()
            && m_context.rules.baseline == BaselineForm::Eager;
        return isCheap ? timedProcesses : 1;
    }

    TimingPolicy policyOfFirst(const PairedClocks &clocks, int processes) const
    {
        // Long calls, or a busy machine, can make the first process the only one; that is not known
        // before.
        const PairedStart start = clocks.start();
        const double callSeconds = start.baselineSeconds + start.candidateSeconds;
        return processesFor(callSeconds, m_context.timing) > 1
            ? policyOfProcess(m_context.timing, processes)
            : m_context.timing;
    }

    /// Returns whether further processes are worth their cost, given the first result.
    bool isWorthMore(const SpeedupEstimate &first) const
    {
        const double callSeconds = (first.baselineMs + first.candidateMs) / 1e3;
        return processesFor(callSeconds, m_context.timing) > 1
            && allowingForProcesses(first, betweenProcesses(m_context)).high >= clearlySlower;
    }

    /// Returns which side goes first in a process: random, from the run's secret seed.
    bool beginsWithCandidate(const PythonWork &work, int process) const
    {
        const std::string of = work.item.task->name + "\n" + work.item.candidate.source.toString();
        return secretSeed(m_context.seed, of, firstOrderSeed + process) % 2 == 1;
    }

    /// Times one more process of each side; `number` counts them.
    Result<std::optional<PairedTiming>> timeAnother(PythonWork &work, const PythonPhase &phase,
                                                    const PythonTrial &trial,
                                                    std::unique_ptr<TrialStream> &reference,
                                                    const TimingPolicy &policy, int number) const
    {
        StageSeconds::Part preparing(work.seconds, "start other processes");
        auto isReady = startPair(work, phase, trial, reference);
        if (!isReady)
            return isReady.error();
        if (!*isReady)
            return std::optional<PairedTiming>();
        const Json call = timedCallOf(phase, trial, work.task->task().entry);
        const Seconds deadline(m_context.settings.limits.callSeconds + 1.0);
        PairedClocks clocks(*reference->child, *work.subject, call, m_context.clock, deadline,
                            work.stop);
        clocks.beginWithCandidate(beginsWithCandidate(work, number));
        isReady = makeReady(m_context, work, call, trial, clocks);
        if (!isReady)
            return isReady.error();
        if (!*isReady)
            return std::optional<PairedTiming>();
        preparing.stop();
        return timePair(m_shared, work, phase, trial, *reference, clocks, policy);
    }

    /// Starts another process of each side, both at once. Returns false if the candidate fails.
    Result<bool> startPair(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                           std::unique_ptr<TrialStream> &reference) const
    {
        const auto seat = m_servers.seat(work.stop);
        if (!seat)
            return seat.error();
        reference.reset(); // a server has one child at a time
        // Nothing is timed meanwhile, so that both can start at once.
        auto starting = std::async(std::launch::async, [&, at = *seat] {
            return startReference(*at, *work.task, phase, trial, work.stop);
        });
        auto isReady = startSubject(work, phase);
        auto started = starting.get();
        if (!started)
            return started.error();
        reference = std::move(*started);
        return isReady;
    }

    /// Starts a reference process and calls it with the timed trial.
    static Result<std::unique_ptr<TrialStream>> startReference(OracleSeat &seat, PythonTask &task,
                                                               const PythonPhase &phase,
                                                               const PythonTrial &trial,
                                                               const std::stop_token &stop)
    {
        auto made = task.stream(seat, phase, stop);
        if (!made)
            return made;
        if (Status called = task.callTimed(**made, phase, trial); !called)
            return called.error();
        return made;
    }

    /// Starts a candidate process, loads and constructs it. Returns false if that fails, which ends
    /// its timing.
    Result<bool> startSubject(PythonWork &work, const PythonPhase &phase) const
    {
        const char *const when = "right when verified, failed in another process: ";
        const std::string source = work.sourceFor(phase);
        work.subject->end();
        work.notes.insert(0, work.subject->output());
        const auto loaded = m_build.loadAgain(work, source);
        if (!loaded)
            return loaded.error();
        work.verdict = Verdict::Correct;
        work.message.clear();
        if (loaded->outcome.verdict != Verdict::Correct) {
            work.end(*loaded);
        } else if (phase.style == PythonStyle::Model) {
            if (Status constructed = constructSubject(m_shared, work, phase); !constructed)
                return constructed.error();
        }
        work.loaded = source;
        if (work.hasEnded())
            endTiming(m_context, work, {work.verdict, work.message, 0}, when);
        return !work.hasEnded();
    }

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    SubjectBuild &m_build;
};

} // namespace

CandidateTimer::CandidateTimer(const PythonShared &shared, PythonServers &servers,
                               SubjectBuild &build)
    : m_shared(shared)
    , m_context(shared.context)
    , m_servers(servers)
    , m_build(build)
    , m_forms(shared.context)
    , m_further(shared, servers, m_forms)
{
}

Status CandidateTimer::time(PythonWork &work, const PythonPhase &phase) const
{
    return m_context.hasOperatorTests
        ? CaseTimer(m_shared, m_servers, m_build, m_forms).time(work, phase)
        : timeLargest(work, phase);
}

Status CandidateTimer::timeLargest(PythonWork &work, const PythonPhase &phase) const
{
    auto together = m_shared.takeTurn(work.seconds);
    StageSeconds::Part preparing(work.seconds, "prepare baseline");
    const auto began = std::chrono::steady_clock::now();
    const auto seat = m_servers.seat(work.stop);
    if (!seat)
        return seat.error();
    auto made = phase.isStreamed ? work.task->stream(**seat, phase, work.stop)
                                 : work.task->reference(**seat, phase, work.stop);
    if (!made)
        return made.error();
    std::optional<PythonTrial> streamed;
    if (phase.isStreamed) {
        streamed = phase.trials.front().plan();
        if (Status done = (*made)->trials.make((*made)->phase, *streamed); !done)
            return done;
    }
    const PythonTrial &trial = streamed ? *streamed : phase.maxSizeTrial();
    if (Status done = makeFreshInputs(m_shared, m_build, work, phase, **made, trial);
        !done || work.isTimingOver)
        return done;
    if (std::exchange(work.isReferenceSpoilt, false)) {
        made = work.task->stream(**seat, phase, work.stop);
        if (!made)
            return made.error();
    }
    std::unique_ptr<TrialStream> reference = std::move(*made);
    if (Status called = work.task->callTimed(*reference, phase, trial); !called)
        return called;
    const auto operations = work.task->operations(*reference, phase, trial);
    if (!operations)
        return operations.error();
    work.operations = *operations;
    preparing.stop();
    if (Status formed = m_forms.use(work, *reference->child, phase, m_context.rules.baseline);
        !formed)
        return formed.error();
    StageSeconds::Part calling(work.seconds, "prepare candidate");
    const Json call = timedCallOf(phase, trial, work.task->task().entry);
    const Seconds deadline(m_context.settings.limits.callSeconds + 1.0);
    PairedClocks clocks(*reference->child, *work.subject, call, m_context.clock, deadline,
                        work.stop);
    const auto isReady = makeReady(m_context, work, call, trial, clocks);
    if (!isReady)
        return isReady.error();
    calling.stop();
    together.reset();
    Status kept = *isReady ? keep(work, phase, trial, reference, clocks) : Status();
    work.evaluation.timeMs = millisecondsSince(began);
    if (kept && m_context.rules.baseline == BaselineForm::Eager)
        work.task->giveBack(**seat, std::move(reference->child));
    reference.reset();
    if (!kept || !work.evaluation.speedup || !m_context.baselines)
        return kept;
    m_build.addGeneratedCode(work); // timing further baselines ends the candidate's process
    return m_further.time(work, phase, trial);
}

Status CandidateTimer::keep(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                            std::unique_ptr<TrialStream> &reference, PairedClocks &clocks) const
{
    const auto timed
        = ProcessTimer(m_shared, m_servers, m_build).time(work, phase, trial, reference, clocks);
    if (!timed)
        return timed.error();
    if (!*timed)
        return {};
    keepSpeedup((*timed)->estimate, baselineName(m_context), work.evaluation, (*timed)->allowance);
    keepWork(workOf(trial.caseName, trial.given, trial.expected, work.operations.count),
             ratesFor(work.operations.type), m_context.ceilings, work.evaluation);
    if (m_context.rules.counters) {
        const TimedAlone alone(m_shared.lease, m_shared.reporter);
        takeCounters(work, phase);
    }
    return {};
}

void CandidateTimer::takeCounters(PythonWork &work, const PythonPhase &phase) const
{
    Json request = counterRequest();
    request["grad"] = phase.protocol.timing.gradEnabled;
    if (phase.style == PythonStyle::Calls)
        request["function"] = work.task->task().entry;
    // Each kernel runs once for each pass, with its memory saved and restored.
    const Seconds deadline(20 * m_context.settings.limits.callSeconds);
    const auto answer = work.subject->ask(std::move(request), nullptr, deadline, work.stop);
    work.evaluation.counters = countersOf(answer.outcome, answer.body);
}

} // namespace loupe
