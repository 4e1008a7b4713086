// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timingend.h"

#include "core/engine/clocks/timingrecord.h"

#include <utility>

namespace loupe {

void endTiming(const PythonContext &context, PythonWork &work, const CallOutcome &outcome,
               const char *when)
{
    dropSpeedup(work.evaluation);
    work.isTimingOver = true;
    work.evaluation.strictVerdict = outcome.verdict;
    work.evaluation.message = when + outcome.message;
    if (!context.judgesBySuite())
        work.evaluation.verdict = outcome.verdict;
}

void keepTimedTrial(const PythonContext &context, PythonWork &work, Trial trial,
                    const PythonTrial &given, const char *when)
{
    if (trial.verdict == Verdict::Correct)
        return;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = given.caseName;
    trial.seed = given.seed;
    endTiming(context, work, {trial.verdict, trial.message, 0}, when);
    work.evaluation.trials.push_back(std::move(trial));
}

} // namespace loupe
