// SPDX-License-Identifier: Apache-2.0
//
// The points of the strict protocol that a candidate's calls are judged by, besides their values.
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"

namespace loupe {

namespace {

std::string_view name(InputPlace place)
{
    return place == InputPlace::Same ? "same" : place == InputPlace::Other ? "other" : "any";
}

NestedRule bitForBit()
{
    NestedRule rule;
    rule.equalNan = true;
    return rule;
}

} // namespace

void PythonEvaluator::addPoints(Json &request, const PythonPhase &phase,
                                const PythonTrial &trial) const
{
    if (!phase.isStrict)
        return;
    request["place"] = name(trial.place);
    // Memory between guards is as large as it is.
    request["guard"] = phase.protocol.isOn("guarded_inputs") && !trial.growsArguments;
    request["may_grow"] = trial.growsArguments;
    request["poison"] = phase.protocol.isOn("poisoned_outputs");
}

Status PythonEvaluator::judgePoints(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                                    PythonChild::Answer &answer, Trial &out)
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
        addFlag(work.evaluation, "global_flags_changed");
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
        return lookAtBits(work, phase, trial, answer);
    return {};
}

Status PythonEvaluator::lookAtBits(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                                   PythonChild::Answer &answer)
{
    const bool isFirst = trial.index == phase.trials.front().index;
    if (isFirst && keepsFirstResult(trial, m_context.limits())) {
        work.firstResult = std::move(answer.value);
        return {};
    }
    if (!trial.repeatsFirst || !work.firstResult)
        return {};
    const Bundle &first = work.firstExpected ? *work.firstExpected : phase.trials.front().expected;
    const auto reference = compare(bitForBit(), first, trial.expected, work.stop);
    if (!reference)
        return reference.error();
    const auto candidate = compare(bitForBit(), *work.firstResult, *answer.value, work.stop);
    if (!candidate)
        return candidate.error();
    if (reference->verdict == Verdict::Correct && candidate->verdict != Verdict::Correct)
        addFlag(work.evaluation, "not_bitwise_repeatable");
    return {};
}

Result<Trial> PythonEvaluator::judgeWithOtherWeights(Work &work, const PythonPhase &phase,
                                                     const PythonTrial &trial,
                                                     const std::string &source)
{
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
    auto judged = judgeTrial(work, phase, trial, source);
    if (!judged)
        return judged;
    const bool isWrong = outcomeOf(judged->verdict) == Outcome::Wrong;
    if (trial.redrawsWeights && isWrong) {
        // Weights do not change in use: it is for a person to say whether that is a trick.
        addFlag(work.evaluation, "weights_not_read");
        work.excuses[trial.point] = judged->message;
        judged->verdict = Verdict::NotRecorded;
    }
    if ((judged->verdict == Verdict::Correct || trial.redrawsWeights) && phase.weights) {
        const auto restored = set(*phase.weights);
        if (work.stop.stop_requested())
            return cancelledRun();
        // What comes next would be called with weights that nobody meant.
        if (restored.outcome.verdict != Verdict::Correct)
            judgeBy(restored.outcome, *judged);
    }
    return judged;
}

void PythonEvaluator::noteSizes(Work &work, const PythonPhase &phase,
                                const PythonTrial &first) const
{
    if (phase.isStrict && phase.style == PythonStyle::Model)
        work.notes
            += "\nkloupe sizes: " + decidedBySize(phase, first, m_context.limits()).dump() + "\n";
}

void PythonEvaluator::keepExcuses(Work &work)
{
    if (work.excuses.empty())
        return;
    addFlag(work.evaluation, "points_excused");
    work.notes += "\nkloupe strict: " + Json(work.excuses).dump() + "\n";
}

} // namespace loupe
