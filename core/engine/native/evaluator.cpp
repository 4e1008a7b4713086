// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/evaluator.h"

#include "core/base/clock.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/native/devicetiming.h"
#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativetiming.h"
#include "core/platforms/build/librarycode.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Calls per trial. Results may differ between them, verdicts must not.
constexpr int repeats = 3;
/// Seconds. A block holds many calls of a fast candidate and one of a slow one.
constexpr double blockAllowance = 1;

bool sameBytes(const TensorArena &a, const TensorArena &b)
{
    for (std::size_t i = 0; i < a.count(); ++i) {
        const auto x = a.bytes(i);
        const auto y = b.bytes(i);
        if (!std::equal(x.begin(), x.end(), y.begin(), y.end()))
            return false;
    }
    return true;
}

/// Times a candidate on the processor against its task's reference. Both must be prepared on the
/// tensors of the work. Stores the timing in the evaluation, or ends the work.
Status timeOnHost(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
                  const TrialData &data, NativeSubject &baseline)
{
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = data.spec.caseName + " while timed";
    trial.seed = data.seed;
    const auto compared = [&](const TensorArena &expected, const TensorArena &actual) {
        return comparer.compare(data.spec, expected, actual, trial, work.stop);
    };
    const auto made = NativeTiming::make(
        data.spec, {baseline, work.session.baselineOutputs(), *work.subject, *work.tensors},
        compared, Seconds(context.limits.callSeconds + blockAllowance), work.stop);
    if (!made) {
        work.session.dropBaseline();
        return made.error();
    }
    NativeTiming &timed = **made;
    const PairedTiming timing = timed.measure(context.timing);
    work.notes = "\nkloupe timing: " + timed.describe(timing, data.spec.caseName).dump() + "\n";
    if (!work.subject->whyNotHeld().empty())
        addFlag(work.evaluation, "not_held");
    const auto ended = endIfFailed(work, timing.end, timed.blocks(), std::move(trial));
    if (!ended || *ended)
        return ended ? Status() : ended.error();
    keepTiming(timing, judgedBlocksClock, data.spec.caseName, "native reference",
               timed.cost().seconds * 1e3, work.evaluation);
    if (timed.wasDisturbed())
        addFlag(work.evaluation, "busy");
    keepWork(workOf(data.spec), ratesFor(data.spec), context.ceilings, work.evaluation);
    return {};
}

} // namespace

Evaluator::Evaluator(const EngineContext &context, TimingLease &lease)
    : m_context(context)
    , m_lease(lease)
    , m_comparer(context)
{
}

Result<Evaluation> Evaluator::evaluate(TaskSession &session, const Candidate &candidate,
                                       const std::function<void(Stage)> &entering,
                                       std::stop_token stop)
{
    Work work(session, std::move(stop));
    work.evaluation.candidate = candidate;
    work.evaluation.startedAt = isoTime(systemClock().wallNow());
    if (m_context.sandbox == SandboxMode::None)
        work.evaluation.flags.push_back("not_sandboxed");
    addReading(work.evaluation, readNative(candidate.source.toString(), m_context.library));

    // Other threads that may work during a step.
    enum class Lease { Anybody, NoTimer, Nobody };
    struct Step {
        Status (Evaluator::*run)(Work &);
        Stage stage;
        Lease lease;
    };
    // On a GPU, compilers and references on the processor disturb no timing.
    const Lease onProcessor = m_context.cuda ? Lease::Anybody : Lease::NoTimer;
    const Step steps[] = {{&Evaluator::build, Stage::Build, onProcessor},
                          {&Evaluator::expect, Stage::Load, onProcessor},
                          {&Evaluator::start, Stage::Load, Lease::NoTimer},
                          {&Evaluator::verify, Stage::Verify, Lease::NoTimer},
                          {&Evaluator::makeReady, Stage::Verify, Lease::NoTimer},
                          {&Evaluator::time, Stage::Time, Lease::Nobody}};
    for (const Step &step : steps) {
        if (work.ended || (step.lease == Lease::Nobody && !work.canBeTimed))
            break;
        if (work.stop.stop_requested())
            return cancelledRun();
        entering(step.stage);
        std::optional<TimingLease::Exclusive> alone;
        std::optional<TimingLease::Shared> together;
        if (step.lease == Lease::Nobody)
            alone.emplace(m_lease);
        else if (step.lease == Lease::NoTimer)
            together.emplace(m_lease);
        const Status done = (this->*step.run)(work);
        if (!done)
            return done.error();
    }
    addGeneratedCode(work);
    if (work.subject)
        work.evaluation.runLog = work.subject->output() + work.notes;
    addMeasured(work.evaluation, m_context.library);
    work.evaluation.finishedAt = isoTime(systemClock().wallNow());
    return std::move(work.evaluation);
}

Status Evaluator::build(Work &work)
{
    Evaluation &evaluation = work.evaluation;
    const std::string source = evaluation.candidate.source.toString();
    auto build = work.isOnDevice()
        ? buildForCuda(source, m_context.cuda->toolchain, m_context.buildCache(), m_context.sandbox,
                       m_context.limits, work.stop)
        : buildForCpu(source, m_context.toolchain, m_context.buildCache(), m_context.sandbox,
                      m_context.limits, work.stop);
    if (!build)
        return build.error();
    evaluation.buildMs = build->milliseconds;
    evaluation.buildLog = std::move(build->log);
    evaluation.diagnostics = std::move(build->diagnostics);
    if (build->fromCache)
        evaluation.flags.push_back("build_from_cache");
    if (!build->cacheProblem.empty())
        addFlag(evaluation, buildNotKept);
    if (build->verdict != Verdict::Correct)
        work.end(build->verdict, build->message);
    work.library = build->library;
    work.libraryFolder = build->folder;
    return {};
}

Status Evaluator::expect(Work &work)
{
    const auto trials = work.session.trials(work.stop);
    if (!trials)
        return trials.error();
    work.trials = *trials;
    return {};
}

Status Evaluator::start(Work &work)
{
    auto subject = NativeSubject::start(
        work.library, work.isOnDevice() ? m_context.deviceSettings() : m_context.hostSettings(),
        work.stop);
    if (!subject)
        return subject.error();
    work.subject = std::move(*subject);
    if (const auto &failure = work.subject->loadFailure())
        work.end(failure->verdict, failure->message);
    return {};
}

Status Evaluator::verify(Work &work)
{
    const auto begin = std::chrono::steady_clock::now();
    Evaluation &evaluation = work.evaluation;
    for (std::size_t i = 0; i < work.trials->size(); ++i) {
        Status done = verifyTrial(work, (*work.trials)[i], static_cast<int>(i));
        if (!done)
            return done;
        const Verdict verdict = evaluation.trials.back().verdict;
        // A process that died or hangs answers no further trial. After a wrong value the other
        // trials still run, because the pattern of failures helps to explain it.
        if (verdict != Verdict::Correct && outcomeOf(verdict) != Outcome::Wrong)
            break;
    }
    evaluation.verifyMs = millisecondsSince(begin);
    const auto failed
        = std::find_if(evaluation.trials.begin(), evaluation.trials.end(),
                       [](const Trial &trial) { return trial.verdict != Verdict::Correct; });
    if (failed != evaluation.trials.end()) {
        work.end(failed->verdict, failed->caseName + ": " + failed->message);
        return {};
    }
    evaluation.verdict = Verdict::Correct;
    evaluation.strictVerdict = Verdict::Correct;
    evaluation.message = "correct in " + std::to_string(evaluation.trials.size()) + " trials";
    return {};
}

Result<CallOutcome> Evaluator::prepareCalls(Work &work, const TrialData &data,
                                            std::size_t slotCount)
{
    // Tensors of the same shape keep their addresses. A GPU copies the inputs when they are passed
    // on, so it needs prepare() every time.
    const bool isNew = !work.tensors || !work.tensors->fit(data.spec, slotCount);
    if (isNew) {
        auto made = CallTensors::make(data.spec, slotCount);
        if (!made)
            return made.error();
        work.tensors.emplace(std::move(*made));
    }
    work.tensors->layInputs(data.inputs);
    if (!isNew && !work.isOnDevice())
        return CallOutcome();
    return work.subject->prepare(data.spec, work.tensors->inputs, work.tensors->outputs);
}

Status Evaluator::verifyTrial(Work &work, const TrialData &data, int index)
{
    Trial trial{index, data.spec.caseName, data.seed, Verdict::Correct, {}, {}};
    auto ready = prepareCalls(work, data, 1);
    if (!ready)
        return ready.error();
    CallOutcome outcome = std::move(*ready);
    std::optional<TensorArena> first;
    for (int repeat = 0; repeat < repeats && outcome.verdict == Verdict::Correct; ++repeat) {
        work.tensors->outputs.poison(work.isOnDevice() ? poisonPattern
                                                       : freshPoison(work.random()));
        outcome = work.subject->call(Seconds(m_context.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (outcome.verdict != Verdict::Correct)
            break;
        auto snapshot = poisonedOutputs(data.spec);
        if (!snapshot)
            return snapshot.error();
        snapshot->copyFrom(work.tensors->outputs);
        if (first && sameBytes(*first, *snapshot))
            continue;
        Trial repeated = trial;
        const auto judged = m_comparer.compare(data, *snapshot, repeated, work.stop);
        if (!judged)
            return judged.error();
        if (!first) {
            trial.outputs = std::move(repeated.outputs);
            std::tie(trial.verdict, trial.message) = *judged;
            first = std::move(*snapshot);
        } else if ((judged->first == Verdict::Correct) != (trial.verdict == Verdict::Correct)) {
            if (trial.verdict == Verdict::Correct)
                trial.outputs = std::move(repeated.outputs);
            trial.message = "the same inputs gave right and wrong results; wrong: "
                + (trial.verdict == Verdict::Correct ? judged->second : trial.message);
            trial.verdict = Verdict::Nondeterministic;
            break;
        }
    }
    if (outcome.verdict != Verdict::Correct)
        judgeBy(outcome, trial);
    work.evaluation.trials.push_back(std::move(trial));
    return {};
}

Status Evaluator::makeReady(Work &work)
{
    if (!m_context.timing.enabled)
        return {};
    const auto baseline = work.session.baseline(work.stop);
    if (!baseline)
        return baseline.error();
    if (*baseline == nullptr) {
        work.evaluation.flags.push_back("no_baseline");
        work.evaluation.message += "; not timed: the task has no baseline.cu";
        return {};
    }
    const TrialData &data = work.trials->front();
    const auto ready = prepareCalls(work, data, timedSlots(data));
    if (!ready)
        return ready.error();
    work.canBeTimed = ready->verdict == Verdict::Correct;
    if (!work.canBeTimed)
        work.end(ready->verdict, "while being prepared for timing: " + ready->message);
    return {};
}

std::size_t Evaluator::timedSlots(const TrialData &data) const
{
    return m_context.cuda ? 1 : slotsOf(data.spec);
}

Status Evaluator::time(Work &work)
{
    const auto begin = std::chrono::steady_clock::now();
    const TrialData &data = work.trials->front();
    const auto baseline = work.session.baseline(work.stop);
    if (!baseline)
        return baseline.error();
    if (Status known
        = work.session.prepareBaseline(data.spec, work.tensors->inputs, timedSlots(data));
        !known) {
        work.session.dropBaseline();
        return known;
    }
    Status kept = m_context.cuda ? timeOnDevice(m_context, m_comparer, work, data, **baseline)
                                 : timeOnHost(m_context, m_comparer, work, data, **baseline);
    work.evaluation.timeMs = millisecondsSince(begin);
    return kept;
}

void Evaluator::addGeneratedCode(Work &work) const
{
    if (!work.isOnDevice() || work.library.empty())
        return;
    auto code
        = codeOfLibrary(work.library, m_context.cuda->toolchain, m_context.sandbox, work.stop);
    if (code)
        work.evaluation.generatedCode = std::move(*code);
}

} // namespace loupe
