// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/trialjudge.h"

#include "core/engine/contract/earlyend.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/strictpoints.h"
#include "core/judge/nestedtraits.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Returns the part of an input that the reference's result is a view of, if the suite passes the
/// same tensors to both sides. The suite then compares what the candidate leaves there. Null if the
/// result is new.
Json viewOfInput(const PythonPhase &phase, const PythonTrial &trial)
{
    const bool isShared = !phase.isStrict && phase.style == PythonStyle::Model
        && phase.protocol.sharedInputs && trial.layout.is_array() && trial.layout.size() == 1;
    if (!isShared || trial.layout[0].value("path", "") != "result")
        return {};
    Json view = trial.layout[0].value("view", Json());
    if (view.is_object())
        view["input"] = trial.layout[0].at("alias");
    return view;
}

/// Returns an item of a dictionary that a candidate's process sent; null if it is missing.
const Value *itemOf(const Value &dictionary, std::string_view key)
{
    for (std::size_t i = 0; i < dictionary.keys.size() && i < dictionary.items.size(); ++i) {
        if (dictionary.keys[i].text == key)
            return &dictionary.items[i];
    }
    return nullptr;
}

/// Returns whether hard-coded sizes may be the cause of a verdict.
bool isOfTheShape(Verdict verdict)
{
    return outcomeOf(verdict) == Outcome::Wrong || verdict == Verdict::Crashed
        || verdict == Verdict::ReturnedError || verdict == Verdict::OutOfBounds;
}

/// Another shape may be compiled and tuned anew, for which a hint is not worth more time.
constexpr double maxHintSeconds = 5;

/// Notes in the log that trials were skipped.
void noteLeftOut(PythonWork &work, std::ptrdiff_t trials)
{
    const Json note{{"left_out", trials},
                    {"because", "a value was wrong, and the calls take long"},
                    {"call_seconds", work.callSeconds}};
    work.notes += "\nkloupe trials: " + note.dump() + "\n";
}

/// Notes in the evaluation what the sizes of a phase decide, before its first call.
void noteSizes(PythonWork &work, const PythonPhase &phase, const PythonTrial &first,
               const SizeLimits &limits)
{
    if (phase.isStrict && phase.style == PythonStyle::Model)
        work.notes += "\nkloupe sizes: " + decidedBySize(phase, first, limits).dump() + "\n";
}

/// Adds the excuses of a trial, which follow from the reference's behaviour on it.
void keepExcuses(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial)
{
    if (!trial.notExact.empty())
        work.excuses["float64_oracle"] = trial.notExact;
    if (trial.growsArguments && phase.protocol.isOn("guarded_inputs"))
        work.excuses["guarded_inputs (" + trial.caseName + ")"]
            = "the reference gives an argument more memory, which guards do not let it";
    if (!trial.excused.empty())
        work.excuses[trial.point + " (" + trial.caseName + ")"] = trial.excused;
}

std::string_view name(InputPlacement place)
{
    return place == InputPlacement::Same ? "same"
        : place == InputPlacement::Other ? "other"
                                         : "any";
}

NestedRule bitForBit()
{
    NestedRule rule;
    rule.equalNan = true;
    return rule;
}

/// Returns whether a switch of loupe_worker's globalflags.py sets the precision of arithmetic.
bool isOfPrecision(const Json &name)
{
    constexpr std::array switches{"default_dtype", "float32_matmul_precision", "cudnn.allow_tf32",
                                  "matmul.allow_tf32"};
    return std::ranges::any_of(switches, [&](const char *one) { return name == Json(one); });
}

/// Adds to a call's request what the candidate's process must do and watch for the strict points.
void askForPoints(Json &request, const PythonPhase &phase, const PythonTrial &trial)
{
    if (!phase.isStrict)
        return;
    request["place"] = name(trial.place);
    // Memory between guards cannot grow.
    request["guard"] = phase.protocol.isOn("guarded_inputs") && !trial.growsArguments;
    request["may_grow"] = trial.growsArguments;
    request["poison"] = phase.protocol.isOn("poisoned_outputs");
}

Status lookAtBits(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                  const PythonTrial &trial, PythonChild::Answer &answer)
{
    const bool isFirst = trial.index == phase.trials.front().index;
    if (isFirst && keepsFirstResult(trial, shared.context.limits())) {
        work.firstResult = std::move(answer.value);
        return {};
    }
    if (!trial.repeatsFirst || !work.firstResult)
        return {};
    const Bundle &first = work.firstExpected ? *work.firstExpected : phase.trials.front().expected;
    const auto reference = shared.compare(bitForBit(), first, trial.expected, work.stop);
    if (!reference)
        return reference.error();
    const auto candidate = shared.compare(bitForBit(), *work.firstResult, *answer.value, work.stop);
    if (!candidate)
        return candidate.error();
    if (reference->verdict == Verdict::Correct && candidate->verdict != Verdict::Correct)
        addFlag(work.evaluation, "not_bitwise_repeatable");
    return {};
}

/// Judges the strict points in an answer, other than the values: sets a verdict in `out`, or flags
/// and excuses of the work. May move the first result of a phase out of the answer.
Status judgePoints(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                   const PythonTrial &trial, PythonChild::Answer &answer, Trial &out)
{
    const auto said = [&](const char *key) { return answer.body.value(key, Json::array()); };
    if (phase.protocol.isOn("guarded_inputs")) {
        if (const auto damage = guardDamage(said("damage"))) {
            out.verdict = Verdict::OutOfBounds;
            out.message = *damage;
            return {};
        }
    }
    if (phase.protocol.isOn("global_flags_checked") && !said("changed_flags").empty()) {
        for (const Json &changed : said("changed_flags"))
            addFlag(work.evaluation,
                    isOfPrecision(changed) ? "precision_flags_changed" : "global_flags_changed");
        work.excuses["global_flags_checked"] = "changed: " + said("changed_flags").dump();
    }
    if (phase.style != PythonStyle::Model || out.verdict != Verdict::Correct)
        return {};
    if (phase.protocol.isOn("random_numbers_watched") && !trial.referenceDraws
        && answer.body.value("drew", Json()) == Json(true))
        addFlag(work.evaluation, "draws_random_numbers");
    if (phase.protocol.isOn("fresh_results")) {
        if (const auto problem = layoutProblem(trial.layout, said("layout"))) {
            out.verdict = Verdict::WrongStructure;
            out.message = *problem;
            return {};
        }
    }
    if (phase.protocol.isOn("bitwise_repeatable"))
        return lookAtBits(shared, work, phase, trial, answer);
    return {};
}

} // namespace

Status TrialJudge::run(PythonWork &work, const PythonPhase &phase, const std::string &source) const
{
    if (phase.trials.empty()) {
        work.end(Verdict::NotRecorded, "the suite's test makes no call that can be repeated");
        return {};
    }
    work.callSeconds = 0;
    auto stream = openStream(work, phase);
    if (!stream)
        return stream.error();
    if (work.hasEnded())
        return {};
    for (const PythonTrial &planned : phase.trials) {
        const auto goesOn = runOne(work, phase, planned, stream->get(), source);
        if (!goesOn)
            return goesOn.error();
        if (!*goesOn)
            break;
        const auto left = &phase.trials.back() - &planned;
        if (left > 0 && endsSlowAndWrong(work.verdict, work.callSeconds)) {
            noteLeftOut(work, left);
            break;
        }
    }
    if (!*stream)
        return {};
    const auto seat = m_servers.seat(work.stop);
    if (!seat)
        return seat.error();
    work.task->giveBack(**seat, std::move((*stream)->child)); // timing starts it again
    return {};
}

bool TrialJudge::asksForShapeHint(const PythonWork &work, const PythonPhase &phase)
{
    return phase.shapeHint && phase.shapeHint->excused.empty() && !phase.shapeHint->isLeftOut
        && work.evaluation.strictVerdict == Verdict::Correct && !work.drawsWeights && work.subject
        && work.subject->isAlive();
}

Status TrialJudge::giveShapeHint(PythonWork &work, const PythonPhase &phase) const
{
    Evaluation &evaluation = work.evaluation;
    const std::vector<std::string> flags = evaluation.flags;
    const std::string buildLog = evaluation.buildLog;
    const auto excuses = work.excuses;
    // The same call on the first inputs shows that nothing before is the cause.
    const auto plain = judge(work, phase, phase.trials.front(), work.loaded);
    const bool isRight = plain && plain->verdict == Verdict::Correct;
    const auto said
        = isRight ? judge(work, phase, *phase.shapeHint, work.loaded) : Result<Trial>(Trial());
    evaluation.flags = flags;
    evaluation.buildLog = buildLog;
    work.excuses = excuses;
    if (work.stop.stop_requested())
        return cancelledRun();
    if (said && isRight && isOfTheShape(said->verdict)) {
        addFlag(evaluation, "right_on_one_shape");
        evaluation.message += "; right on one shape only: with " + said->caseName + ", "
            + said->message.substr(0, said->message.find('\n'));
    }
    return {};
}

bool TrialJudge::followsCandidate(const PythonWork &work, const PythonPhase &phase) const
{
    // The processor's generator after the constructor does not matter if it makes no input.
    const bool areOnDevice = m_context.rules.fastInputs && m_context.settings.device != "cpu"
        && std::none_of(phase.trials.begin(), phase.trials.end(),
                        [](const PythonTrial &trial) { return trial.madeOnHostInstead; });
    return phase.followsCandidate() && work.generator != phase.generator && !areOnDevice;
}

Result<std::unique_ptr<TrialStream>> TrialJudge::openStream(PythonWork &work,
                                                            const PythonPhase &phase) const
{
    const bool follows = followsCandidate(work, phase);
    if (!phase.isStreamed && !follows)
        return std::unique_ptr<TrialStream>();
    const auto seat = m_servers.seat(work.stop);
    if (!seat)
        return seat.error();
    const StageSeconds::Part making(work.seconds, "stream trials");
    auto stream = work.task->stream(**seat, phase, work.stop);
    if (!stream || !follows || (*stream)->oracle.follow(work.generator))
        return stream;
    if (work.stop.stop_requested())
        return cancelledRun();
    work.end(Verdict::BrokeProtocol,
             "its constructor leaves torch's random generator in an invalid state");
    return std::unique_ptr<TrialStream>();
}

Result<bool> TrialJudge::runOne(PythonWork &work, const PythonPhase &phase,
                                const PythonTrial &planned, TrialStream *stream,
                                const std::string &source) const
{
    // A candidate that follows changes of its weights in place needs no other instance.
    if (planned.constructsAgain && !work.failsOtherWeights)
        return true;
    std::optional<PythonTrial> made;
    if (stream != nullptr) {
        made = planned.plan();
        const StageSeconds::Part making(work.seconds, "stream trials");
        if (Status done = stream->trials.make(stream->phase, *made); !done)
            return done.error();
    }
    const PythonTrial &trial = made ? *made : planned;
    if (trial.isLeftOut)
        return true;
    if (&planned == &phase.trials.front())
        noteSizes(work, phase, trial, m_context.limits());
    keepExcuses(work, phase, trial);
    if (!trial.excused.empty())
        return true;
    auto judged = trial.constructsAgain ? judgeConstructedAgain(work, phase, trial, source)
        : trial.weights                 ? judgeWithOtherWeights(work, phase, trial, source)
                                        : judge(work, phase, trial, source);
    if (!judged)
        return judged.error();
    if (made && work.firstResult && !work.firstExpected)
        work.firstExpected = std::move(made->expected);
    if (judged->verdict == Verdict::NotRecorded)
        return true;
    if (judged->verdict == Verdict::ReferenceFailed)
        return false;
    judged->index = static_cast<int>(work.evaluation.trials.size());
    const Verdict verdict = judged->verdict;
    const bool isWrong = outcomeOf(verdict) == Outcome::Wrong;
    if (verdict != Verdict::Correct && !work.hasEnded())
        work.end(verdict, judged->caseName + ": " + judged->message);
    work.evaluation.trials.push_back(std::move(*judged));
    // A dead process answers no further trial. A wrong value does not stop the others, because the
    // pattern of failures explains it.
    const bool stops = phase.protocol.stopsAtFirstFailure || m_context.rules.stopsAtFirstFailure;
    return verdict == Verdict::Correct || (isWrong && !stops);
}

Json TrialJudge::programRequest(const PythonWork &work, const PythonPhase &phase,
                                const std::string &source) const
{
    // TritonBench-G runs only imports and functions of a candidate.
    const bool isReduced = phase.protocol.isAsShipped("only_functions_kept");
    Json request
        = scriptRequest(work.task->task(), m_context, phase.protocol, isReduced ? "" : source);
    if (isReduced)
        request["functions_of"] = source;
    return request;
}

Json TrialJudge::callRequest(const PythonWork &work, const PythonPhase &phase,
                             const PythonTrial &trial) const
{
    // Only the strict rules judge inputs that a candidate changes. Timing has to know of them.
    const bool isOnlyPhase = !m_context.judgesStrictly() || work.task->strictFailure();
    const bool isChecked = phase.isStrict || (m_context.timing.enabled && isOnlyPhase);
    Json request{
        {"do", "forward"}, {"grad", phase.protocol.gradInForward}, {"check_inputs", isChecked}};
    if (!m_context.arrays.empty())
        request["arrays"] = m_context.arrays;
    if (phase.style == PythonStyle::Calls) {
        request["function"] = trial.function.empty() ? work.task->task().entry : trial.function;
        request["return_arguments"] = true;
    }
    const Json view = viewOfInput(phase, trial);
    if (view.is_object() && m_context.arrays.empty())
        request["view"] = view;
    if (trial.callSeed)
        request["seed"] = *trial.callSeed;
    else if (!trial.state.empty())
        request["rng_state"] = trial.state;
    askForPoints(request, phase, trial);
    return request;
}

PythonChild::Answer TrialJudge::call(PythonWork &work, const PythonPhase &phase,
                                     const PythonTrial &trial, const std::string &source) const
{
    const auto &limits = m_context.settings.limits;
    const bool isProgram = phase.style == PythonStyle::Script;
    Json request
        = isProgram ? programRequest(work, phase, source) : callRequest(work, phase, trial);
    const bool isHint = phase.shapeHint && &trial == &*phase.shapeHint;
    const Seconds deadline(isProgram    ? limits.buildSeconds + limits.callSeconds
                               : isHint ? std::min(limits.callSeconds, maxHintSeconds)
                                        : limits.callSeconds);
    const StageSeconds::Part calling(work.seconds, "trial calls");
    auto answer = work.subject->ask(std::move(request), isProgram ? nullptr : &trial.given,
                                    deadline, work.stop);
    work.callSeconds += answer.outcome.seconds;
    return answer;
}

Result<NestedComparison> TrialJudge::compare(const PythonWork &work, const PythonPhase &phase,
                                             const PythonTrial &trial, const Bundle &actual) const
{
    const NestedRule rule = ruleOf(phase.protocol, trial);
    if (!viewOfInput(phase, trial).is_object() || !m_context.arrays.empty())
        return m_shared.compare(rule, trial.expected, actual, work.stop);
    const Value *result = itemOf(actual.value, "result");
    const Value *viewed = itemOf(actual.value, "viewed");
    if (result == nullptr || viewed == nullptr) {
        NestedComparison broken;
        broken.verdict = Verdict::BrokeProtocol;
        broken.message = "it answered without a result";
        return broken;
    }
    return m_shared.compare(rule, *viewed, actual.view(), *result, actual.view(), work.stop);
}

Result<bool> TrialJudge::canBePassed(PythonWork &work, const PythonPhase &phase,
                                     const PythonTrial &trial) const
{
    const auto own = m_shared.compare(ruleOf(phase.protocol, trial), trial.expected, trial.expected,
                                      work.stop);
    if (!own)
        return own.error();
    if (own->verdict == Verdict::Correct)
        return true;
    Error why{
        Errc::InvalidInput, "no result can pass, not even the reference's own: " + own->message,
        work.task->task().file.string(), "judge the task by the strict rules: --protocol strict"};
    work.end(Verdict::ReferenceFailed, "by the suite's rules " + why.message);
    work.task->noteSuiteFailure(std::move(why));
    return false;
}

Result<Trial> TrialJudge::judge(PythonWork &work, const PythonPhase &phase,
                                const PythonTrial &trial, const std::string &source) const
{
    auto answer = call(work, phase, trial, source);
    if (work.stop.stop_requested())
        return cancelledRun();

    Trial out;
    out.caseName = trial.caseName;
    out.seed = trial.seed;
    if (trial.madeOnHostInstead)
        addFlag(work.evaluation, "inputs_made_on_host");
    if (trial.point.empty() && holdsNothing(trial.expected.value, trial.expected.view().specs()))
        addFlag(work.evaluation, "nothing_compared");
    if (!phase.protocol.backward && phase.style == PythonStyle::Model
        && requiresGradient(trial.given.value))
        addFlag(work.evaluation, "gradients_not_judged");
    judgeBy(answer.outcome, out);
    if (out.verdict != Verdict::Correct) {
        work.evaluation.buildLog += failureText(answer.body);
        return out;
    }
    if (!answer.value) {
        out.verdict = Verdict::ReturnedError;
        out.message = "it ended with code " + answer.body.value("exit_code", Json(0)).dump()
            + " and gave no result";
        return out;
    }
    StageSeconds::Part comparing(work.seconds, "compare");
    auto compared = compare(work, phase, trial, *answer.value);
    comparing.stop();
    if (!compared)
        return compared.error();
    if (compared->isAsTimed)
        addFlag(work.evaluation, "as_timed");
    if (compared->undecided > 0)
        addFlag(work.evaluation, "undecided_elements");
    if (answer.body.value("reuses_result", Json()) == Json(true))
        addFlag(work.evaluation, "reuses_result_buffer");
    judgeBy(std::move(*compared), out);
    const bool isSuites = !phase.isStrict && phase.style == PythonStyle::Model;
    if (isSuites && outcomeOf(out.verdict) == Outcome::Wrong) {
        const auto possible = canBePassed(work, phase, trial);
        if (!possible)
            return possible.error();
        if (!*possible) {
            out.verdict = Verdict::ReferenceFailed;
            return out;
        }
    }
    const auto changed = answer.body.find("changed_inputs");
    const bool wrote = changed != answer.body.end() && changed->is_array() && !changed->empty()
        && phase.style == PythonStyle::Model && !trial.referenceWritesInputs;
    work.writesInputs = work.writesInputs || wrote;
    if (phase.isStrict && wrote && out.verdict == Verdict::Correct) {
        out.verdict = Verdict::WroteInput;
        out.message = "it changed an input that the reference leaves alone";
    }
    if (phase.isStrict && phase.style != PythonStyle::Script) {
        if (Status looked = judgePoints(m_shared, work, phase, trial, answer, out); !looked)
            return looked.error();
    }
    return out;
}

Result<Trial> TrialJudge::judgeWithOtherWeights(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &trial,
                                                const std::string &source) const
{
    if (work.drawsWeights) {
        work.failsOtherWeights = true; // another instance shows whether it reads them
        work.excuses[trial.point] = "the candidate folds its weights when it is constructed";
        Trial left;
        left.caseName = trial.caseName;
        left.seed = trial.seed;
        return left;
    }
    const Seconds deadline(m_context.settings.limits.callSeconds);
    const auto set = [&](const Bundle &weights) {
        return work.subject->ask({{"do", "set_state"}}, &weights, deadline, work.stop);
    };
    const auto given = set(*trial.weights);
    if (work.stop.stop_requested())
        return cancelledRun();
    Trial out;
    out.caseName = trial.caseName;
    out.seed = trial.seed;
    judgeBy(given.outcome, out);
    if (out.verdict != Verdict::Correct)
        return out;
    if (given.body.value("matched", Json()) == Json("none")) {
        work.excuses[trial.point] = "the candidate keeps its weights in a form of its own";
        out.verdict = Verdict::NotRecorded;
        return out;
    }
    auto judged = judge(work, phase, trial, source);
    if (!judged)
        return judged;
    excuseWeights(work, trial, *judged);
    // The first call may have kept what it computed from the weights, which do not change in use.
    if (!trial.redrawsWeights && outcomeOf(judged->verdict) == Outcome::Wrong
        && work.subject->isAlive()) {
        auto other = judgeNewInstance(work, phase, trial, source);
        if (!other)
            return other;
        if (other->verdict == Verdict::Correct) {
            addFlag(work.evaluation, "weights_folded");
            judged = std::move(other);
        }
    }
    const bool goesOn = judged->verdict == Verdict::Correct
        || judged->verdict == Verdict::NotRecorded || trial.redrawsWeights;
    if (goesOn && phase.weights) {
        const auto restored = set(*phase.weights);
        if (work.stop.stop_requested())
            return cancelledRun();
        // Later trials would run with the wrong weights.
        if (restored.outcome.verdict != Verdict::Correct)
            judgeBy(restored.outcome, *judged);
    }
    return judged;
}

void TrialJudge::excuseWeights(PythonWork &work, const PythonTrial &trial, Trial &judged)
{
    if (outcomeOf(judged.verdict) != Outcome::Wrong)
        return;
    // Weights do not change in use, so another instance decides whether it folds them.
    if (trial.redrawsWeights)
        work.failsOtherWeights = true;
    else if (!work.foldsWeights)
        return;
    work.excuses[trial.point] = judged.message;
    judged.verdict = Verdict::NotRecorded;
}

Result<Trial> TrialJudge::judgeNewInstance(PythonWork &work, const PythonPhase &phase,
                                           const PythonTrial &trial,
                                           const std::string &source) const
{
    const Seconds deadline(m_context.settings.limits.callSeconds);
    Json construct{
        {"do", "construct"}, {"class", "ModelNew"}, {"seed", *trial.drawSeed}, {"aside", true}};
    addConstruction(construct, phase.protocol);
    auto answer
        = work.subject->ask(std::move(construct), &phase.constructorArguments, deadline, work.stop);
    if (answer.outcome.verdict == Verdict::Correct && !work.drawsWeights)
        answer = work.subject->ask({{"do", "set_state"}}, &*trial.weights, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    Trial out;
    judgeBy(answer.outcome, out);
    if (out.verdict == Verdict::Correct) {
        auto judged = judge(work, phase, trial, source);
        if (!judged)
            return judged;
        out = std::move(*judged);
    }
    if (!work.subject->isAlive())
        return out;
    const auto restored
        = work.subject->ask({{"do", "restore_object"}}, nullptr, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (restored.outcome.verdict != Verdict::Correct)
        judgeBy(restored.outcome, out);
    return out;
}

Result<Trial> TrialJudge::judgeConstructedAgain(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &trial,
                                                const std::string &source) const
{
    auto judged = judgeNewInstance(work, phase, trial, source);
    if (!judged || !work.subject->isAlive())
        return judged;
    work.foldsWeights = judged->verdict == Verdict::Correct;
    // A candidate that cannot be constructed twice shows neither.
    if (work.foldsWeights)
        addFlag(work.evaluation, "weights_folded");
    else if (outcomeOf(judged->verdict) == Outcome::Wrong)
        addFlag(work.evaluation, "weights_not_read");
    if (!work.foldsWeights) {
        work.excuses[trial.point] = judged->message;
        judged->verdict = Verdict::NotRecorded;
    }
    return judged;
}

} // namespace loupe
