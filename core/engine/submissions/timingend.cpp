// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timingend.h"

#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/freshtrials.h"

#include <utility>

namespace loupe {

namespace {

/// Returns "right when verified, wrong while timed on other inputs (it is a kept result): ".
std::string openingOf(const TimedTrial &judged, const std::string &when)
{
    const bool isValue = outcomeOf(judged.trial.verdict) == Outcome::Wrong;
    const char *what = !judged.reason.empty() ? "wrong" : isValue ? "differs" : "failed";
    return std::string("right when verified, ") + what + " while timed"
        + (when.empty() ? "" : " " + when)
        + (judged.reason.empty() ? "" : " (" + judged.reason + ")") + ": ";
}

} // namespace

TimedTrial timedTrial(const CallOutcome &outcome)
{
    return {trialWithoutResult(outcome)};
}

Result<TimedTrial> compareTimed(const PythonShared &shared, const PythonWork &work,
                                const NestedRule &rule, const PythonTrial &given,
                                const Bundle &actual)
{
    auto trial = judgedTrial(shared.compare(rule, given.expected, actual, work.stop));
    if (!trial)
        return trial.error();
    TimedTrial judged{std::move(*trial)};
    const bool mayBeRight = shared.context.judgesBySuite()
        && work.evaluation.verdict == Verdict::Correct
        && outcomeOf(judged.trial.verdict) == Outcome::Wrong;
    if (!mayBeRight)
        return judged;
    const auto suite = work.task->suiteProtocol();
    if (!suite)
        return suite.error();
    const NestedRule suites = ruleOf(*suite, given);
    if (suites == rule)
        return judged;
    const auto bySuite = shared.compare(suites, given.expected, actual, work.stop);
    if (!bySuite)
        return bySuite.error();
    judged.isRightBySuite = bySuite->verdict == Verdict::Correct;
    return judged;
}

Result<bool> areSame(const PythonShared &shared, const NestedRule &rule, const Bundle &one,
                     const Bundle &other, const std::stop_token &stop)
{
    const auto compared = shared.compare(rule, returnedOf(one.value), one.view(),
                                         returnedOf(other.value), other.view(), stop);
    if (!compared)
        return compared.error();
    return compared->verdict == Verdict::Correct;
}

Status findKeptResult(const PythonShared &shared, const PythonWork &work, const NestedRule &rule,
                      std::span<const PythonTrial *const> others, const Bundle &actual,
                      TimedTrial &judged)
{
    if (judged.isRightBySuite || outcomeOf(judged.trial.verdict) != Outcome::Wrong)
        return {};
    for (const PythonTrial *const other : others) {
        // The arguments that are handed over with it always differ.
        const auto isKept = areSame(shared, rule, other->expected, actual, work.stop);
        if (!isKept)
            return isKept.error();
        if (!*isKept)
            continue;
        judged.reason = "it is a kept result, that of " + other->caseName;
        return {};
    }
    return {};
}

void endTiming(const PythonContext &context, PythonWork &work, const CallOutcome &outcome,
               const std::string &when)
{
    dropSpeedup(work.evaluation);
    work.isTimingOver = true;
    if (work.evaluation.strictVerdict != Verdict::ReferenceFailed)
        work.evaluation.strictVerdict = outcome.verdict;
    work.evaluation.message = when + outcome.message;
    // A call that never returns ends the suite's own timing, too.
    if (!context.judgesBySuite() || outcomeOf(outcome.verdict) == Outcome::Timeout)
        work.evaluation.verdict = outcome.verdict;
}

void keepTimedTrial(const PythonContext &context, PythonWork &work, TimedTrial judged,
                    const PythonTrial &given, const std::string &when)
{
    Trial &trial = judged.trial;
    if (trial.verdict == Verdict::Correct)
        return;
    Evaluation &evaluation = work.evaluation;
    // The strict verdict already has a reason.
    if (judged.isRightBySuite && evaluation.strictVerdict != Verdict::Correct)
        return;
    const std::string opening = openingOf(judged, when);
    if (judged.isRightBySuite) {
        evaluation.strictVerdict = trial.verdict;
        evaluation.message += "; strictly: " + opening + trial.message;
    } else {
        endTiming(context, work, {trial.verdict, trial.message, 0}, opening);
        if (!judged.reason.empty())
            addFlag(evaluation, wrongWhileTimedFlag);
    }
    trial.index = static_cast<int>(evaluation.trials.size());
    trial.caseName = given.caseName;
    trial.seed = given.seed;
    evaluation.trials.push_back(std::move(trial));
}

} // namespace loupe
