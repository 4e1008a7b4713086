// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/processtimer.h"

#include "core/engine/python/oracletrials.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/submissions/timedalone.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"
#include "core/timing/severalprocesses.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <utility>

namespace loupe {

namespace {

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

} // namespace

int ProcessTimer::most() const
{
    // Otherwise a process takes longer to start than all of its calls. It starts a device, or
    // compiles the candidate or the reference at the first call.
    const bool isCheap = m_context.settings.device == "cpu" && m_context.arrays.empty()
        && m_context.rules.baseline == BaselineForm::Eager;
    return isCheap ? timedProcesses : 1;
}

TimingPolicy ProcessTimer::policyOfFirst(const PairedClocks &clocks, int processes) const
{
    // Long calls, or a busy machine, can make the first process the only one; that is not known
    // before.
    const PairedStart start = clocks.start();
    const double callSeconds = start.baselineSeconds + start.candidateSeconds;
    return processesFor(callSeconds, m_context.timing) > 1
        ? policyOfProcess(m_context.timing, processes)
        : m_context.timing;
}

bool ProcessTimer::beginsWithCandidate(const PythonWork &work, int process) const
{
    const std::string of = work.item.task->name + "\n" + work.item.candidate.source.toString();
    return secretSeed(m_context.seed, of, firstOrderSeed + process) % 2 == 1;
}

bool ProcessTimer::isWorthMore(const SpeedupEstimate &first) const
{
    const double callSeconds = (first.baselineMs + first.candidateMs) / 1e3;
    return processesFor(callSeconds, m_context.timing) > 1
        && allowingForProcesses(first, betweenProcesses(m_context)).high >= clearlySlower;
}

Result<std::optional<TimedProcesses>> ProcessTimer::time(PythonWork &work, const PythonPhase &phase,
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
        auto timed = number == 0
            ? m_pair.time(work, phase, trial, *reference, clocks, policyOfFirst(clocks, count))
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

Result<std::optional<PairedTiming>>
ProcessTimer::timeAnother(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                          std::unique_ptr<TrialStream> &reference, const TimingPolicy &policy,
                          int number) const
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
    isReady = m_pair.makeReady(work, call, trial, clocks);
    if (!isReady)
        return isReady.error();
    if (!*isReady)
        return std::optional<PairedTiming>();
    preparing.stop();
    return m_pair.time(work, phase, trial, *reference, clocks, policy);
}

Result<bool> ProcessTimer::startPair(PythonWork &work, const PythonPhase &phase,
                                     const PythonTrial &trial,
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

Result<std::unique_ptr<TrialStream>>
ProcessTimer::startReference(OracleSeat &seat, PythonTask &task, const PythonPhase &phase,
                             const PythonTrial &trial, const std::stop_token &stop)
{
    auto made = task.stream(seat, phase, stop);
    if (!made)
        return made;
    if (Status called = task.callTimed(**made, phase, trial); !called)
        return called.error();
    return made;
}

Result<bool> ProcessTimer::startSubject(PythonWork &work, const PythonPhase &phase) const
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
        if (Status constructed = m_construction.construct(work, phase); !constructed)
            return constructed.error();
    }
    work.loaded = source;
    if (work.hasEnded())
        endTiming(m_context, work, {work.verdict, work.message, 0}, when);
    return !work.hasEnded();
}

} // namespace loupe
