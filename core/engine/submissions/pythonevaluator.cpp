// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonevaluator.h"

#include "core/base/clock.h"
#include "core/engine/clocks/roomretry.h"
#include "core/engine/contract/earlyend.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/request/submissionentry.h"
#include "core/engine/submissions/candidatetimer.h"
#include "core/engine/submissions/evaluationroom.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/shaperesults.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/subjectconstruction.h"
#include "core/engine/submissions/trialjudge.h"
#include "core/platforms/python/pythonverdict.h"
#include "core/platforms/python/pythonzygote.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

std::int64_t countOf(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::int64_t>() : -1;
}

/// Returns the verdict for a failed test. A failed comparison of the suite is recognised by its
/// text; any other exception came from the candidate.
Verdict verdictOfFailure(const Json &failure)
{
    const std::string message = textAt(failure, "message");
    if (textAt(failure, "type") != "AssertionError")
        return verdictOfPythonError(failure).verdict;
    if (message.find("attribute 'shape'") != std::string::npos)
        return Verdict::WrongShape;
    if (message.find("attribute 'dtype'") != std::string::npos)
        return Verdict::WrongDtype;
    return message.empty() ? Verdict::WrongAnswer : Verdict::WrongValue;
}

/// Reads the report of a candidate's process on one function of the tests; nullopt if malformed.
std::optional<Trial> trialOf(const Json &function)
{
    if (!function.is_object())
        return std::nullopt;
    const std::int64_t total = countOf(function, "total");
    const std::int64_t failed = countOf(function, "failed");
    if (total < 1 || failed < 0 || failed > total)
        return std::nullopt;
    Trial out;
    out.caseName = textAt(function, "name");
    out.verdict = Verdict::Correct;
    const std::string cases = std::to_string(total) + (total == 1 ? " case" : " cases");
    if (failed == 0) {
        out.message = "all " + cases + " pass";
        return out;
    }
    const auto first = function.find("first");
    if (first == function.end() || !first->is_object())
        return std::nullopt;
    out.verdict = verdictOfFailure(*first);
    out.message = std::to_string(failed) + " of " + cases + " fail; first " + textAt(*first, "case")
        + ": " + textAt(*first, "type");
    if (const std::string why = textAt(*first, "message"); !why.empty())
        out.message += ": " + why;
    return out;
}

/// Runs KernelGenBench's tests of an operator with a candidate in place of the operator. Adds a
/// trial for each function of the tests and sets the work's verdict. Errors: Cancelled.
Status runOperatorTests(const PythonContext &context, PythonWork &work, const PythonPhase &phase)
{
    const std::uint64_t seed = phase.protocol.seeds.front();
    Json request = operatorTestsRequest(work.task->task(), context, seed);
    request["leave_out"] = phase.brokenCases;
    if (context.usesQuickCases())
        work.evaluation.flags.emplace_back("quick_cases");
    if (!phase.brokenCases.empty())
        work.evaluation.flags.emplace_back("broken_cases_left_out");
    const std::chrono::duration<double> deadline(phase.protocol.deadlineSeconds);
    const auto answer = work.subject->ask(std::move(request), nullptr, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    work.loaded.clear(); // the candidate stays in place of the operator, so our calls need another
                         // process
    if (answer.outcome.verdict != Verdict::Correct) {
        work.end(answer);
        return {};
    }
    std::int64_t cases = 0;
    const Json functions = answer.body.value("functions", Json());
    for (const Json &function : functions) {
        auto trial = trialOf(function);
        if (!trial)
            break;
        trial->index = static_cast<int>(work.evaluation.trials.size());
        trial->seed = std::to_string(seed);
        cases += countOf(function, "total");
        if (trial->verdict != Verdict::Correct) {
            work.evaluation.buildLog += textAt(function.at("first"), "traceback");
            if (!work.hasEnded())
                work.end(trial->verdict, trial->caseName + ": " + trial->message);
        }
        work.evaluation.trials.push_back(std::move(*trial));
    }
    if (cases == 0)
        work.end(Verdict::BrokeProtocol, "it left no report of the suite's tests");
    else if (!work.hasEnded())
        work.message = "all " + std::to_string(cases) + " cases of the suite's tests pass";
    if (!phase.brokenCases.empty())
        work.message += "; " + std::to_string(phase.brokenCases.size())
            + " more were left out, because they fail with the reference";
    return {};
}

/// Returns whether the task itself is the cause, so that a retry would fail as well.
bool isOfTheTask(const Error &error)
{
    return error.code == Errc::InvalidInput || error.code == Errc::Unsupported;
}

/// Returns whether either protocol accepts it; its speedup is that protocol's.
bool isRight(const Evaluation &evaluation)
{
    return evaluation.verdict == Verdict::Correct || evaluation.strictVerdict == Verdict::Correct;
}

/// Adds the excuses of the strict points to flags and log.
void tellExcuses(PythonWork &work)
{
    if (work.excuses.empty())
        return;
    addFlag(work.evaluation, "points_excused");
    work.notes += "\nkloupe strict: " + Json(work.excuses).dump() + "\n";
}

/// Ends a phase whose rules cannot judge this task.
void endWithReference(PythonWork &work, const PythonPhase &phase, const Error &failure)
{
    work.end(Verdict::ReferenceFailed,
             (phase.isStrict ? "by the strict rules " : "by the suite's rules ") + failure.message);
}

/// Returns whether a process of the candidate ended, or could not be called at all.
bool hasDied(Verdict verdict)
{
    const Outcome outcome = outcomeOf(verdict);
    return outcome == Outcome::NoBuild || outcome == Outcome::Crash || outcome == Outcome::Timeout
        || outcome == Outcome::InfraError;
}

/// Evaluator that takes one submission through load, the suite's trials, ours, and timing. Each
/// thread has its own, with a server for candidates. Reference servers belong to the run and share
/// nothing with it.
class PythonEvaluator final : public CandidateEvaluator
{
public:
    explicit PythonEvaluator(const PythonShared &shared)
        : m_shared(shared)
        , m_context(m_shared.context)
        , m_servers(m_shared)
        , m_build(m_shared, m_servers)
        , m_trials(m_shared, m_servers)
        , m_timer(m_shared, m_servers, m_build)
    {
    }

    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token stop) override
    {
        auto own = evaluateShape(item, entering, stop);
        const std::vector<BenchmarkTask> &others = item.benchmark->otherShapes;
        if (!own || others.empty())
            return own;
        const std::size_t shapes = others.size() + 1;
        std::vector<FurtherTime> further = timesOfShapes(*own, shapes);
        std::vector<ShapeResult> results;
        results.push_back({std::string(ownShape), std::move(*own)});
        PlanItem shaped = item;
        for (const BenchmarkTask &task : others) {
            if (!isRightOnAll(results))
                break;
            shaped.benchmark = &task;
            auto result = evaluateShape(shaped, entering, stop);
            if (!result)
                return result;
            std::ranges::move(timesOfShapes(*result, shapes), std::back_inserter(further));
            results.push_back({task.shape, std::move(*result)});
        }
        Evaluation all = combineShapes(std::move(results));
        all.furtherTimes = std::move(further);
        return all;
    }

    std::string device() const override { return m_context.rules.device; }

private:
    /// Evaluates on the shape of the item's task. Each shape has processes of its own.
    Result<Evaluation> evaluateShape(const PlanItem &item,
                                     const std::function<void(Stage)> &entering,
                                     const std::stop_token &stop)
    {
        const auto inRoom = [&](Room room) { return attempt(item, entering, stop, room); };
        if (m_context.settings.device == "cpu")
            return inRoom(Room::Shared);
        return withRoom(
            item.candidate, inRoom, [this] { return heldByOthers(); }, stop);
    }

    /// Takes the times of further baselines from the result on one of a task's shapes. Returns
    /// those of the baselines that now have a time of each shape.
    std::vector<FurtherTime> timesOfShapes(Evaluation &ofShape, std::size_t shapes) const
    {
        std::vector<FurtherTime> out;
        for (FurtherTime &time : std::exchange(ofShape.furtherTimes, {})) {
            const auto all = m_context.baselines->add(std::move(time), shapes);
            if (!all.empty())
                out.push_back(combineTimes(all));
        }
        return out;
    }

    /// Evaluates once. Busy if the device had too little memory left.
    Result<Evaluation> attempt(const PlanItem &item, const std::function<void(Stage)> &entering,
                               const std::stop_token &stop, Room room)
    {
        EvaluationHolds holds; // released last, when nothing that needs the memory is left
        PythonWork work{.item = item, .stop = stop, .entering = entering, .room = room};
        work.task = m_shared.tasks.use(item.benchmark);
        Evaluation &evaluation = work.evaluation;
        evaluation.candidate = item.candidate;
        evaluation.startedAt = isoTime(systemClock().wallNow());
        if (m_context.settings.mode == SandboxMode::None)
            evaluation.flags.emplace_back("not_sandboxed");
        if (item.sourceAsSuite)
            evaluation.flags.emplace_back("cleaned_differently");

        m_servers.beginSubjects();
        EvaluationRoom seated(m_shared, m_servers, work, holds);
        const auto hasEnded = endsEarly(work, seated);
        if (!hasEnded)
            return withLog(hasEnded.error(), work);
        const Status judged = *hasEnded ? Status() : judgeInRoom(work, seated);
        if (judged) {
            finish(work);
        } else if (isOfTheTask(judged.error()))
            skip(evaluation, judged.error());
        else
            return withLog(judged.error(), work);
        return std::move(evaluation);
    }

    /// Does everything that needs no reference; returns whether that has ended the evaluation.
    Result<bool> endsEarly(PythonWork &work, EvaluationRoom &room)
    {
        if (const Status read = readSource(work); !read)
            return read.error();
        if (m_context.buildsBesideTiming()) {
            if (const Status built = buildBeside(work, room); !built)
                return built.error();
        }
        if (!work.notLoaded)
            return false;
        const auto suite = work.task->suiteProtocol();
        if (!suite)
            return suite.error();
        const bool hasTwo = judgesTwoTexts(work.item, *suite, m_context.rules.judgedBy);
        if (!endsUnbuilt(*work.notLoaded, work.item, *suite,
                         hasTwo ? JudgedBy::Suite : m_context.rules.judgedBy))
            return false;
        const NotLoaded first = *work.notLoaded;
        if (hasTwo) {
            // Before waiting for memory, because the strict protocol's text may not build either.
            work.verdict = Verdict::Correct;
            if (Status loaded = m_build.loadAfresh(work, judgedSource(work.item, *suite, true));
                !loaded)
                return loaded.error();
            if (!work.hasEnded() || work.verdict == Verdict::CompileTimeout) {
                work.notLoaded = first;
                return false;
            }
        }
        room.dropAhead();
        Evaluation &evaluation = work.evaluation;
        evaluation.verdict = first.outcome.verdict;
        evaluation.message = first.outcome.message;
        if (m_context.judgesStrictly()) {
            const CallOutcome &last = work.notLoaded->outcome;
            evaluation.strictVerdict = last.verdict;
            if (last.verdict != first.outcome.verdict)
                evaluation.message += "; strictly: " + last.message;
        }
        return true;
    }

    Status readSource(PythonWork &work) const
    {
        const OccupationReporter::Scope reading(m_shared.reporter, Occupation::Build);
        const bool isModel = work.item.benchmark->entry == "Model";
        auto shown = m_context.inspection->read(work.item.candidate.source.toString(), "python",
                                                isModel ? "ModelNew" : work.item.benchmark->entry,
                                                m_context.library, work.stop);
        if (shown) {
            addReading(work.evaluation, std::move(*shown));
            return {};
        }
        if (work.stop.stop_requested())
            return cancelledRun();
        // A source that could not be inspected is still judged, with a flag.
        addFlag(work.evaluation, "not_inspected");
        work.notes += "the source was not read by the rules: " + shown.error().message + "\n";
        return {};
    }

    /// Builds the candidate. Starts to prepare its reference if that takes long.
    Status buildBeside(PythonWork &work, EvaluationRoom &room)
    {
        // A cached build loads at once, and may turn out to need no reference.
        const bool isCompiled = m_build.isKept(work.item.candidate.source.toString());
        if (!isCompiled) {
            if (Status begun = room.prepareAhead(); !begun)
                return begun;
        }
        if (Status built = m_build.buildAhead(work); !built)
            return built;
        if (isCompiled && !work.notLoaded) {
            if (Status begun = room.prepareAhead(); !begun)
                return begun;
        }
        if (room.isAhead())
            constructAhead(m_shared, work);
        return {};
    }

    Status judgeInRoom(PythonWork &work, EvaluationRoom &room)
    {
        if (room.isAhead() && work.constructed
            && endsInConstructor(work.constructed->answer.outcome, work.subject->isAlive(),
                                 m_context.rules.judgedBy)) {
            room.dropAhead();
            std::vector<PythonPhase> phases;
            phases.push_back(work.constructed->plan->plan());
            return judge(work, phases);
        }
        if (!room.isAhead()) {
            if (Status seated = room.sit(); !seated)
                return seated;
        }
        const auto phases = room.phases();
        if (!phases)
            return phases.error();
        // No device memory is held while waiting for a compiler, except for a task's reference.
        if (Status held = room.holdForJudging((*phases)->front()); !held)
            return held;
        return judge(work, **phases);
    }

    Status judge(PythonWork &work, const std::vector<PythonPhase> &phases)
    {
        if (Status judged = judgeAndTime(work, phases); !judged)
            return judged;
        // Before the hint, for which other code may be compiled and which may end the process.
        m_build.addGeneratedCode(work);
        if (!TrialJudge::asksForShapeHint(work, phases.back()))
            return {};
        const auto together = m_shared.takeTurn(work.seconds);
        return m_trials.giveShapeHint(work, phases.back());
    }

    Status judgeAndTime(PythonWork &work, const std::vector<PythonPhase> &phases)
    {
        {
            const auto together = m_shared.takeTurn(work.seconds);
            for (const PythonPhase &phase : phases) {
                if (Status judged = judgePhase(work, phase, phases.front()); !judged)
                    return judged;
            }
            // Keeps what was compiled at the first call, as Triton does.
            if (work.subject && work.subject->isAlive() && !work.loaded.empty()) {
                if (Status kept = m_build.keepArtifacts(work, work.loaded); !kept)
                    return kept;
            }
        }
        const bool isLeftToSuite
            = phases.size() > 1 && work.evaluation.strictVerdict == Verdict::ReferenceFailed;
        const PythonPhase &last = isLeftToSuite ? phases.front() : phases.back();
        const bool isTimed = m_context.timing.enabled && isRight(work.evaluation) && work.subject
            && work.subject->isAlive() && !last.trials.empty() && last.style != PythonStyle::Script;
        if (!isTimed)
            return {};
        if (isLeftToSuite && last.style == PythonStyle::Model) {
            work.verdict = Verdict::Correct;
            if (Status made = constructSubject(m_shared, work, last); !made || work.hasEnded())
                return made;
        }
        if (work.stop.stop_requested())
            return cancelledRun();
        work.entering(Stage::Time);
        return m_timer.time(work, last);
    }

    /// `first`: the phase that was judged before it, or itself.
    Status judgePhase(PythonWork &work, const PythonPhase &phase, const PythonPhase &first)
    {
        Evaluation &evaluation = work.evaluation;
        const std::string &source = work.sourceFor(phase);
        const auto began = std::chrono::steady_clock::now();
        const std::size_t before = evaluation.trials.size();
        const std::vector<std::string> flags = evaluation.flags;
        work.verdict = Verdict::Correct;
        work.message.clear();
        const bool hasCrashed = outcomeOf(evaluation.verdict) == Outcome::Crash;
        const bool endsAsBefore
            = hasDied(evaluation.verdict) && !(hasCrashed && mayGiveOtherTypes(first, phase));
        if (phase.isStrict && phase.style == PythonStyle::Model && endsAsBefore) {
            work.end(evaluation.verdict, evaluation.message); // it would end the same way again
        } else if (const auto failure
                   = phase.isStrict ? work.task->strictFailure() : std::nullopt) {
            endWithReference(work, phase, *failure);
        } else {
            // A process that an exception left alive may have lost its device, or hold broken
            // state.
            if (phase.isStrict && hasCrashed)
                work.loaded.clear();
            if (Status begun = begin(work, phase, source); !begun)
                return begun;
            // Counts as compiled and wrong in MultiKernelBench.
            if (work.verdict == Verdict::CompileTimeout
                && phase.protocol.isAsShipped("timeout_is_compiled"))
                work.verdict = Verdict::RunTimeout;
            if (!work.hasEnded()) {
                if (Status verified = verify(work, phase, source); !verified)
                    return verified;
                if (Status again = verifyWithOwnWeights(work, phase, source, before, flags); !again)
                    return again;
            }
        }
        evaluation.verifyMs = evaluation.verifyMs.value_or(0) + millisecondsSince(began);
        if (!work.hasEnded() && phase.style != PythonStyle::Tests)
            work.message
                = "correct in " + std::to_string(evaluation.trials.size() - before) + " trials";
        if (phase.isStrict)
            evaluation.strictVerdict = work.verdict;
        if (!phase.isStrict || !m_context.judgesBySuite()) {
            evaluation.verdict = work.verdict;
            evaluation.message = work.message;
        } else if (work.verdict != evaluation.verdict) {
            evaluation.message += "; strictly: " + work.message;
        }
        return {};
    }

    /// Runs the trials, or the suite's own tests.
    Status verify(PythonWork &work, const PythonPhase &phase, const std::string &source)
    {
        work.entering(Stage::Verify);
        if (phase.style == PythonStyle::Tests)
            return runOperatorTests(m_context, work, phase);
        const bool isModel = phase.style == PythonStyle::Model;
        auto failure = isModel && !phase.isStrict ? work.task->suiteFailure() : std::nullopt;
        if (!failure) {
            const bool isLeftToTheOther = isModel
                && (phase.isStrict ? m_context.judgesBySuite()
                            && work.evaluation.verdict != Verdict::ReferenceFailed
                                   : m_context.judgesStrictly());
            const std::size_t before = work.evaluation.trials.size();
            const Status run = m_trials.run(work, phase, source);
            const bool isOfTheFirst = !run && work.evaluation.trials.size() == before;
            if (run || !isLeftToTheOther || !isOfTheFirst || run.error().code != Errc::InvalidInput)
                return run;
            failure = run.error();
            if (phase.isStrict)
                work.task->noteStrictFailure(*failure);
            else
                work.task->noteSuiteFailure(*failure);
        }
        endWithReference(work, phase, *failure);
        return {};
    }

    /// Verifies a candidate again with the weights of its own constructor. Applies if the first
    /// strict trial is wrong and the suite accepts the candidate or is not used. The candidate may
    /// fold a factor into its weights there. Keeps the first verdict if these weights are wrong,
    /// too. `before`, `flags`: its number of trials and its flags when the phase began.
    Status verifyWithOwnWeights(PythonWork &work, const PythonPhase &phase,
                                const std::string &source, std::size_t before,
                                const std::vector<std::string> &flagsBefore)
    {
        Evaluation &evaluation = work.evaluation;
        // A candidate that crashed by the suite's rules is here only if the suite's cast may be
        // why.
        const bool isRefused = m_context.judgesBySuite() && evaluation.verdict != Verdict::Correct
            && outcomeOf(evaluation.verdict) != Outcome::Crash;
        const bool mayFold = phase.isStrict && phase.style == PythonStyle::Model && phase.weights
            && phase.weights->view().bytes() > 0 && !isRefused && evaluation.trials.size() > before
            && evaluation.trials[before].verdict == Verdict::WrongValue && work.hasEnded()
            && !work.drawsWeights && work.subject && work.subject->isAlive();
        if (!mayFold)
            return {};
        const auto first = evaluation.trials.begin() + static_cast<std::ptrdiff_t>(before);
        std::vector<Trial> trials(std::make_move_iterator(first),
                                  std::make_move_iterator(evaluation.trials.end()));
        evaluation.trials.erase(first, evaluation.trials.end());
        const auto excuses = std::exchange(work.excuses, {});
        const auto flags = std::exchange(evaluation.flags, flagsBefore);
        work.failsOtherWeights = work.foldsWeights = false;
        const Verdict verdict = std::exchange(work.verdict, Verdict::Correct);
        const std::string message = std::exchange(work.message, {});
        // A candidate that the suite accepts is timed with these weights in any case.
        work.drawsWeights = true;
        if (Status begun = begin(work, phase, source); !begun)
            return begun;
        if (!work.hasEnded()) {
            if (Status verified = verify(work, phase, source); !verified)
                return verified;
        }
        if (!work.hasEnded()) {
            addFlag(evaluation, "weights_by_seed");
            return {};
        }
        evaluation.trials.resize(before);
        std::ranges::move(trials, std::back_inserter(evaluation.trials));
        work.excuses = excuses;
        evaluation.flags = flags;
        work.end(verdict, message);
        return {};
    }

    /// Starts a process of the candidate that can be called.
    Status begin(PythonWork &work, const PythonPhase &phase, const std::string &source)
    {
        if (isBlank(source)) {
            work.end(Verdict::EmptySubmission, "nothing is left of the submission");
            return {};
        }
        const BenchmarkTask &task = work.task->task();
        if (const auto problem = entryProblem(phase.protocol, task, source)) {
            work.end(Verdict::MissingSymbol, *problem);
            return {};
        }
        const bool canGoOn = phase.style == PythonStyle::Model && work.subject
            && work.subject->isAlive() && work.loaded == source;
        if (phase.style == PythonStyle::Script)
            return m_build.fork(work);
        if (!canGoOn) {
            if (Status loaded = m_build.loadAfresh(work, source); !loaded || work.hasEnded())
                return loaded;
        }
        return phase.style == PythonStyle::Model ? constructSubject(m_shared, work, phase)
                                                 : Status();
    }

    /// Fills in the parts of an evaluation other than its verdict.
    void finish(PythonWork &work) const
    {
        Evaluation &evaluation = work.evaluation;
        tellExcuses(work);
        addMeasured(evaluation, m_context.library);
        const std::chrono::duration<double> waited = TimingLease::takeWaited();
        m_shared.known.note(evaluation.candidate.source.toString(),
                            work.seconds.busy() - waited.count());
        work.seconds.add("of these, waiting for turns", waited);
        evaluation.runLog = logOf(work);
        evaluation.finishedAt = isoTime(systemClock().wallNow());
    }

    std::string logOf(const PythonWork &work) const
    {
        std::string log = work.subject ? work.subject->output() : std::string();
        log += work.notes;
        if (const std::string why = work.task->drawsProblem(); !why.empty())
            log += "kloupe draws: torch draws what its reference draws: " + why + "\n";
        if (const std::string why = work.task->keepProblem(); !why.empty())
            log += "kloupe references: what its reference compiled is not kept: " + why + "\n";
        if (m_context.settings.zygote)
            log += m_context.settings.zygote->whyImported();
        return log + work.seconds.describe();
    }

    /// Adds what was known until then to the error of a cancelled evaluation.
    Error withLog(Error error, PythonWork &work) const
    {
        if (error.code != Errc::Cancelled)
            return error;
        work.seconds.add("of these, waiting for turns", TimingLease::takeWaited());
        error.detail = work.evaluation.buildLog + logOf(work);
        return error;
    }

    /// Returns why an attempt with the whole device may still have lacked memory; else empty.
    std::string heldByOthers() const
    {
        const auto state = readGpuState(m_context.rules.device);
        if (state && !state->otherProcesses.empty())
            return std::to_string(state->otherProcesses.size()) + " other processes use it";
        const TensorLocation &place = m_context.tensors;
        if (place.heldByOthers() > place.totalBytes / 8)
            return std::to_string(place.heldByOthers() >> 20)
                + " MB of it were taken when the run began";
        return {};
    }

    PythonShared m_shared;
    const PythonContext &m_context;
    PythonServers m_servers;
    SubjectBuild m_build;
    TrialJudge m_trials;
    CandidateTimer m_timer;
};

} // namespace

std::unique_ptr<CandidateEvaluator> makePythonEvaluator(const PythonShared &shared)
{
    return std::make_unique<PythonEvaluator>(shared);
}

} // namespace loupe
