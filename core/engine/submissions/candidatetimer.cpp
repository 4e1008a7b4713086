// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/candidatetimer.h"

#include "core/engine/clocks/countersanswer.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/submissions/timedalone.h"
#include "core/engine/submissions/timedcalls.h"

#include <optional>
#include <utility>

namespace loupe {

CandidateTimer::CandidateTimer(const PythonShared &shared, PythonServers &servers,
                               const ResultComparer &comparer, SubjectBuild &build,
                               const SubjectConstruction &construction)
    : m_shared(shared)
    , m_context(shared.context)
    , m_servers(servers)
    , m_build(build)
    , m_forms(shared.context)
    , m_pair(shared, comparer, build)
    , m_processes(shared, servers, build, construction, m_pair)
    , m_cases(shared, servers, build, m_forms, m_pair)
    , m_further(shared, servers, m_forms)
{
}

Status CandidateTimer::time(PythonWork &work, const PythonPhase &phase) const
{
    return m_context.hasOperatorTests ? m_cases.time(work, phase) : timeLargest(work, phase);
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
    if (Status done = m_pair.makeFresh(work, phase, **made, trial); !done || work.isTimingOver)
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
    const auto isReady = m_pair.makeReady(work, call, trial, clocks);
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
    const auto timed = m_processes.time(work, phase, trial, reference, clocks);
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
