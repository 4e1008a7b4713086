// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/casetimer.h"

#include "core/engine/clocks/timingrecord.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

} // namespace

Status CaseTimer::time(PythonWork &work, const PythonPhase &phase) const
{
    auto together = m_shared.takeTurn(work.seconds);
    const auto began = std::chrono::steady_clock::now();
    const auto seat = m_servers.seat(work.stop);
    if (!seat)
        return seat.error();
    auto reference = work.task->operatorReference(**seat, phase, work.stop);
    if (!reference)
        return reference.error();
    if (Status formed = m_forms.use(work, *(*reference)->child, phase, m_context.rules.baseline);
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

Status CaseTimer::prepare(PythonWork &work, const PythonPhase &phase, PythonChild &baseline,
                          std::vector<const PythonTrial *> &cases) const
{
    const Seconds deadline(m_context.settings.limits.callSeconds);
    const auto both = std::move(cases);
    cases.clear();
    for (const PythonTrial *trial : both) {
        const auto reference
            = baseline.ask(callOf("forward", phase, *trial), &trial->given, deadline, work.stop);
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

Status CaseTimer::keep(PythonWork &work, const PythonPhase &phase,
                       std::unique_ptr<TrialStream> reference,
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

Result<std::optional<PairedTiming>> CaseTimer::timeOne(PythonWork &work, const PythonPhase &phase,
                                                       const PythonTrial &trial,
                                                       std::unique_ptr<TrialStream> &reference,
                                                       const TimingPolicy &policy) const
{
    auto together = m_shared.takeTurn(work.seconds);
    if (Status made = m_pair.makeFresh(work, phase, *reference, trial); !made)
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
    const auto given = reference->child->ask(std::move(give), &trial.given, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (Status room = hadRoom(given.outcome, m_context); !room)
        return room.error();
    if (given.outcome.verdict != Verdict::Correct)
        return Error{Errc::Internal,
                     "the reference failed before it was timed: " + given.outcome.message,
                     work.item.task->name};
    const ProtocolToggle *cloning = phase.protocol.toggle("clone_in_timed_call");
    Json call = timedCallOf(phase, trial, work.task->task().entry);
    call["clone_inputs"] = cloning != nullptr && cloning->state == ToggleState::AsShipped;
    PairedClocks clocks(*reference->child, *work.subject, call, m_context.clock,
                        Seconds(deadline.count() + 1.0), work.stop);
    const auto isReady = m_pair.makeReady(work, call, trial, clocks);
    if (!isReady)
        return isReady.error();
    if (!*isReady)
        return std::optional<PairedTiming>();
    together.reset();
    return m_pair.time(work, phase, trial, *reference, clocks, policy);
}

} // namespace loupe
