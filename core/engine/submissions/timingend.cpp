// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timingend.h"

#include "core/engine/clocks/timingrecord.h"

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
