// SPDX-License-Identifier: Apache-2.0
//
// Functions that are timed as a suite's tests call them: their inputs stand in the tests, so that
// fresh ones are made of what a test gave.
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/python/timedcalls.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// A result that is just within the tolerance of a test's inputs is just outside of it on others,
/// and a product in TF32, which is exact on a test's small whole numbers, is off by a thousandth;
/// so these are allowed as far as a result that was kept is still wrong.
constexpr double timesOnOtherValues[] = {16, 4};

bool holdsTensor(const Value &value)
{
    return value.kind == Value::Kind::Tensor || value.kind == Value::Kind::Array
        || std::ranges::any_of(value.items, holdsTensor);
}

/// What a function returned, of what is handed over with its arguments; all of that where it
/// returned no tensor, and what it wrote is its result.
const Value &returned(const Value &handedOver)
{
    for (std::size_t i = 0; i < handedOver.keys.size(); ++i) {
        if (handedOver.keys[i].text == "result" && holdsTensor(handedOver.items[i]))
            return handedOver.items[i];
    }
    return handedOver;
}

} // namespace

NestedRule PythonEvaluator::freshRuleOf(const Work &work, const PythonPhase &phase,
                                        const PythonTrial &trial)
{
    NestedRule rule = ruleOf(phase.protocol, trial);
    return phase.style == PythonStyle::Calls ? loosened(std::move(rule), work.timesOnFresh) : rule;
}

Status PythonEvaluator::makeOtherValues(Work &work, const PythonPhase &phase, TrialStream &maker,
                                        const PythonTrial &timed, int number)
{
    // An operator has several timed calls, of which each may have a reason of its own.
    const auto excuse = [&](std::string why) {
        const std::string which
            = m_context.hasOperatorTests ? " (" + timed.caseName + ")" : std::string();
        work.excuses[freshPoint + which] = std::move(why);
    };
    PythonTrial trial = timed.plan();
    trial.function = timed.function;
    trial.caseName += " with other values " + std::to_string(number + 1);
    trial.drawSeed = secretSeed(m_context.seed, work.item.task->name + "\n" + timed.caseName,
                                firstFreshSeed + number);
    trial.seed = std::to_string(*trial.drawSeed);
    const auto again = maker.oracle.makeOther(phase, timed, trial);
    if (!again && again.error().code == Errc::InvalidInput) {
        // After such a failure a device may answer nothing any more.
        work.isReferenceSpoilt = true;
        excuse(again.error().message);
        return {};
    }
    if (!again)
        return again.error();
    if (!trial.excused.empty()) {
        excuse(trial.excused);
        return {};
    }
    bool isKeptWrong = false;
    for (const double times : timesOnOtherValues) {
        work.timesOnFresh = times;
        // The arguments differ by nature.
        const auto kept = compareValues(
            freshRuleOf(work, phase, timed), returned(trial.expected.value), trial.expected.view(),
            returned(timed.expected.value), timed.expected.view(), work.stop);
        if (!kept)
            return kept.error();
        isKeptWrong = kept->verdict != Verdict::Correct;
        if (isKeptWrong)
            break;
    }
    const auto repeated
        = compare(freshRuleOf(work, phase, timed), trial.expected, *again, work.stop);
    if (!repeated)
        return repeated.error();
    if (repeated->verdict != Verdict::Correct) {
        excuse("the reference, called twice, gives two results");
        return {};
    }
    if (!isKeptWrong)
        excuse("only timed: a result that was kept would be right on other values, too");
    work.fresh = std::move(trial);
    return {};
}

Status PythonEvaluator::keepFreshTrial(Work &work, const PythonPhase &phase, Trial trial,
                                       const PythonTrial &given, const char *when)
{
    if (trial.verdict == Verdict::Correct || phase.style != PythonStyle::Calls)
        return keepTimedTrial(work, std::move(trial), given, when);
    const auto first = judgeFirstCall(work, phase, *work.fresh);
    if (!first)
        return first.error();
    if (first->verdict == Verdict::Correct)
        return keepTimedTrial(work, std::move(trial), given, when);
    // Who is wrong by the strict rules on the test's inputs is no further suspect.
    if (work.evaluation.strictVerdict == Verdict::Correct)
        addFlag(work.evaluation, "test_inputs_only");
    work.excuses[freshPoint] = "on " + work.fresh->caseName
        + " the candidate fails when it is first called, too: " + first->message;
    work.fresh.reset();
    return {};
}

Status PythonEvaluator::judgeFreshFailure(Work &work, const PythonPhase &phase)
{
    const auto failed = std::exchange(work.freshFailure, std::nullopt);
    if (!failed || !work.fresh)
        return {};
    return keepFreshTrial(work, phase, judgedTrial(*failed), *work.fresh,
                          "right when verified, failed on fresh inputs at the timed addresses: ");
}

Result<Trial> PythonEvaluator::judgeFirstCall(Work &work, const PythonPhase &phase,
                                              const PythonTrial &given)
{
    // A server has one child at a time: the one that was timed has to go.
    work.notes.insert(0, work.subject->output());
    const std::string source = work.loaded;
    auto answer = loadAgain(work, source);
    if (!answer)
        return answer.error();
    if (answer->outcome.verdict == Verdict::Correct) {
        Json call = timedCallOf(phase, given, work.task->task().entry);
        call["do"] = "forward";
        call["check_inputs"] = false;
        if (!m_context.arrays.empty())
            call["arrays"] = m_context.arrays;
        *answer = work.subject->ask(std::move(call), &given.given,
                                    Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
    }
    auto judged = answer->outcome.verdict != Verdict::Correct || !answer->value
        ? Result<Trial>(trialWithoutResult(answer->outcome))
        : judgedTrial(
            compare(freshRuleOf(work, phase, given), given.expected, *answer->value, work.stop));
    if (!work.subject->isAlive()) { // for what is timed next
        if (auto another = loadAgain(work, source); !another)
            return another.error();
    }
    work.loaded = source;
    return judged;
}

} // namespace loupe
