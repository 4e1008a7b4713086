// SPDX-License-Identifier: Apache-2.0
//
// Judges a candidate with other weights than those of its phase.
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/submissions/trialjudge.h"

#include <utility>

namespace loupe {

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

Result<Trial> TrialJudge::judgeConstructedAgain(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &trial,
                                                const std::string &source) const
{
    const Seconds deadline(m_context.settings.limits.callSeconds);
    Json construct{
        {"do", "construct"}, {"class", "ModelNew"}, {"seed", *trial.drawSeed}, {"aside", true}};
    if (phase.protocol.modelsCast)
        addCast(construct, phase.protocol);
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
    work.foldsWeights = out.verdict == Verdict::Correct;
    // A candidate that cannot be constructed twice shows neither.
    if (work.foldsWeights)
        addFlag(work.evaluation, "weights_folded");
    else if (outcomeOf(out.verdict) == Outcome::Wrong)
        addFlag(work.evaluation, "weights_not_read");
    if (!work.foldsWeights) {
        work.excuses[trial.point] = out.message;
        out.verdict = Verdict::NotRecorded;
    }
    const auto restored
        = work.subject->ask({{"do", "restore_object"}}, nullptr, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (restored.outcome.verdict != Verdict::Correct)
        judgeBy(restored.outcome, out);
    return out;
}

} // namespace loupe
