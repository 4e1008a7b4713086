// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/freshtrials.h"

#include "core/engine/python/oracletrials.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/judge/nestedtraits.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// Tolerance factors for results on other values than the test's. A result just within the
/// tolerance on the test's inputs may be just outside it on others. A TF32 product, exact on the
/// test's small whole numbers, is off by a thousandth. Each factor applies only as long as a kept
/// result is still wrong.
constexpr double timesOnOtherValues[] = {16, 4};

/// Index of the fresh inputs' seed, after those of all trials.
constexpr int freshSeed = 1000;

} // namespace

const Value &returnedOf(const Value &handedOver)
{
    // A candidate's process may send a value of any form.
    const std::size_t count = std::min(handedOver.keys.size(), handedOver.items.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (handedOver.keys[i].text == "result" && holdsTensor(handedOver.items[i]))
            return handedOver.items[i];
    }
    return handedOver;
}

NestedRule freshRuleOf(const PythonWork &work, const PythonPhase &phase, const PythonTrial &trial)
{
    NestedRule rule = ruleOf(phase.protocol, trial);
    return phase.style == PythonStyle::Calls ? loosened(std::move(rule), work.timesOnFresh) : rule;
}

namespace {

/// Returns whether a kept result would be wrong on the other values. Sets the tolerance factor of
/// the work.
Result<bool> isKeptWrong(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                         const PythonTrial &timed, const PythonTrial &other)
{
    for (const double times : timesOnOtherValues) {
        work.timesOnFresh = times;
        // The arguments always differ.
        const auto kept
            = shared.compare(freshRuleOf(work, phase, timed), returnedOf(other.expected.value),
                             other.expected.view(), returnedOf(timed.expected.value),
                             timed.expected.view(), work.stop);
        if (!kept)
            return kept.error();
        if (kept->verdict != Verdict::Correct)
            return true;
    }
    return false;
}

Status drawFresh(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                 TrialStream &maker, const PythonTrial &timed)
{
    PythonTrial trial = timed.plan();
    trial.caseName = "fresh inputs 1";
    trial.drawsGroupsAnew = phase.isGrouped;
    trial.drawSeed = secretSeed(shared.context.seed, work.item.task->name, freshSeed);
    trial.seed = std::to_string(*trial.drawSeed);
    if (Status made = maker.trials.make(phase, trial);
        !made && made.error().code == Errc::InvalidInput && maker.child->isAlive()) {
        work.excuses[freshPoint] = made.error().message;
        return {};
    } else if (!made) {
        return made;
    }
    work.fresh = std::move(trial);
    return {};
}

Status makeOfTest(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                  TrialStream &maker, const PythonTrial &timed)
{
    // An operator has several timed calls, and each may have its own reason.
    const auto excuse = [&](std::string why) {
        const std::string which
            = shared.context.hasOperatorTests ? " (" + timed.caseName + ")" : std::string();
        work.excuses[freshPoint + which] = std::move(why);
    };
    PythonTrial trial = timed.plan();
    trial.function = timed.function;
    trial.caseName += " with other values 1";
    trial.drawSeed
        = secretSeed(shared.context.seed, work.item.task->name + "\n" + timed.caseName, freshSeed);
    trial.seed = std::to_string(*trial.drawSeed);
    const auto again = maker.trials.makeOther(phase, timed, trial);
    if (!again && again.error().code == Errc::InvalidInput) {
        // After such a failure a device may no longer respond.
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
    const auto keptWrong = isKeptWrong(shared, work, phase, timed, trial);
    if (!keptWrong)
        return keptWrong.error();
    const auto repeated
        = shared.compare(freshRuleOf(work, phase, timed), trial.expected, *again, work.stop);
    if (!repeated)
        return repeated.error();
    if (repeated->verdict != Verdict::Correct) {
        excuse("the reference, called twice, gives two results");
        return {};
    }
    if (!*keptWrong)
        excuse("only timed: a result that was kept would be right on other values, too");
    work.fresh = std::move(trial);
    return {};
}

} // namespace

Status makeFreshTrial(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                      TrialStream &maker, const PythonTrial &timed)
{
    work.fresh.reset();
    const bool isLookedAt = phase.style == PythonStyle::Model || phase.style == PythonStyle::Calls;
    // The suite alone has no such point, but only this call can judge work in place.
    const bool isAsked = phase.isStrict ? phase.protocol.isOn(freshPoint) : work.writesInputs;
    if (!isAsked || !isLookedAt)
        return {};
    if (isTooLargeForOther(timed, shared.context.limits())) {
        work.excuses[freshPoint] = "inputs and result take more than "
            + std::to_string(shared.context.limits().otherTimed >> 20) + " MB";
        return {};
    }
    return phase.style == PythonStyle::Calls ? makeOfTest(shared, work, phase, maker, timed)
                                             : drawFresh(shared, work, phase, maker, timed);
}

} // namespace loupe
