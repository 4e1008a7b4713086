// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timedcomparer.h"

#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/freshtrials.h"

#include <utility>

namespace loupe {

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

} // namespace loupe
