// SPDX-License-Identifier: Apache-2.0
//
// Fits strict inputs to what a reference does: chooses the structured ones, and avoids equal values
// whose order is not defined.
#include "core/engine/python/oracleconversation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loupe {

namespace {

/// Returns whether a program may order values and return their positions.
bool mayOrder(const std::string &source)
{
    constexpr std::array<std::string_view, 10> names{
        "sort", "topk", "kthvalue", "median", "mode", "argmax", "argmin", "max(", "min(", "rank"};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return source.find(name) != std::string::npos; });
}

} // namespace

Result<PythonChild::Answer> OracleConversation::drawAndCall(const PythonPhase &phase,
                                                            PythonTrial &trial, bool keepsState)
{
    auto given = draw(phase, trial);
    if (!given)
        return given.error();
    trial.given = std::move(*given);
    Json request{{"do", "forward"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    if (keepsState)
        request["keeps_state"] = true;
    return ask(std::move(request), &trial.given, "on " + trial.caseName);
}

Result<bool> OracleConversation::isOpen(const PythonPhase &phase, const PythonTrial &trial,
                                        const PythonChild::Answer &called)
{
    const bool writesInputs = !called.body.value("changed_inputs", Json::array()).empty();
    if (!phase.isStrict || writesInputs || !mayOrder(m_task.implementation))
        return false;
    Json request{{"do", "ties"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = ask(std::move(request), nullptr, "with equal values in another order");
    if (answer)
        return answer->body.value("ties", false);
    // Some references cannot be watched while they run.
    if (answer.error().code == Errc::InvalidInput && m_child.isAlive())
        return false;
    return answer.error();
}

Status OracleConversation::resolveTies(const PythonPhase &phase, PythonTrial &trial,
                                       PythonChild::Answer &called)
{
    auto open = isOpen(phase, trial, called);
    if (!open || !*open)
        return open ? Status() : open.error();
    // Inputs of only two values cannot be made distinct.
    if (trial.variant != "binary") {
        trial.isUntied = true;
        trial.caseName += ", no equal numbers";
        auto again = drawAndCall(phase, trial);
        if (!again)
            return again.error();
        called = std::move(*again);
        open = isOpen(phase, trial, called);
        if (!open || !*open)
            return open ? Status() : open.error();
    }
    if (trial.isUnusual())
        trial.excused = "the reference orders equal values, and which comes first is open";
    return {};
}

Result<bool> OracleConversation::fitsTask(const PythonPhase &phase, PythonTrial &trial)
{
    if (!m_structures) {
        PythonTrial first = trial.plan();
        first.variant.clear();
        const auto called = drawAndCall(phase, first, true);
        if (!called)
            return called.error();
        m_structures.emplace();
        const SizeLimits limits = m_context.limits();
        const auto answer = ask({{"do", "structures"},
                                 {"grad", phase.protocol.gradInForward},
                                 {"seed", *trial.drawSeed},
                                 {"most_bytes", limits.exact},
                                 {"most_peak_bytes", limits.exactPeak}},
                                nullptr, "when it is called on structured inputs");
        const bool isOfTheReference = !answer && answer.error().code == Errc::InvalidInput;
        if (!answer && !(isOfTheReference && m_child.isAlive()))
            return answer.error();
        const bool writesInputs = !called->body.value("changed_inputs", Json::array()).empty();
        if (answer && !writesInputs)
            *m_structures = answer->body.value("variants", std::vector<std::string>());
    }
    // "long_history:1:near_one" says which input becomes the gate, and how.
    const auto fitting = std::ranges::find_if(*m_structures, [&](const std::string &name) {
        return name == trial.variant || name.starts_with(trial.variant + ":");
    });
    if (fitting == m_structures->end())
        return false;
    trial.variant = *fitting;
    return true;
}

} // namespace loupe
