// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pointjudge.h"

#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/strictpoints.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

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

} // namespace

void PointJudge::ask(Json &request, const PythonPhase &phase, const PythonTrial &trial)
{
    if (!phase.isStrict)
        return;
    request["place"] = name(trial.place);
    // Memory between guards cannot grow.
    request["guard"] = phase.protocol.isOn("guarded_inputs") && !trial.growsArguments;
    request["may_grow"] = trial.growsArguments;
    request["poison"] = phase.protocol.isOn("poisoned_outputs");
}

Status PointJudge::judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                         PythonChild::Answer &answer, Trial &out) const
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
        return lookAtBits(work, phase, trial, answer);
    return {};
}

Status PointJudge::lookAtBits(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                              PythonChild::Answer &answer) const
{
    const bool isFirst = trial.index == phase.trials.front().index;
    if (isFirst && keepsFirstResult(trial, m_context.limits())) {
        work.firstResult = std::move(answer.value);
        return {};
    }
    if (!trial.repeatsFirst || !work.firstResult)
        return {};
    const Bundle &first = work.firstExpected ? *work.firstExpected : phase.trials.front().expected;
    const auto reference = m_comparer.compare(bitForBit(), first, trial.expected, work.stop);
    if (!reference)
        return reference.error();
    const auto candidate
        = m_comparer.compare(bitForBit(), *work.firstResult, *answer.value, work.stop);
    if (!candidate)
        return candidate.error();
    if (reference->verdict == Verdict::Correct && candidate->verdict != Verdict::Correct)
        addFlag(work.evaluation, "not_bitwise_repeatable");
    return {};
}

} // namespace loupe
