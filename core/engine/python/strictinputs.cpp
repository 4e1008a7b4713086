// SPDX-License-Identifier: Apache-2.0
//
// Fits strict inputs to what a reference does: chooses the structured ones, and avoids equal values
// whose order is not defined.
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/phaseplan.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loupe {

namespace {

/// Further draws of inputs before a task counts as one that the strict rules cannot judge.
constexpr int maxRedraws = 4;

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

Result<OracleConversation::Ties> OracleConversation::tiesIn(const PythonPhase &phase,
                                                            const PythonTrial &trial,
                                                            const PythonChild::Answer &called)
{
    const bool writesInputs = !called.body.value("changed_inputs", Json::array()).empty();
    if (!phase.isStrict || writesInputs || !mayOrder(m_task.implementation))
        return Ties::None;
    Json request{{"do", "ties"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = ask(std::move(request), nullptr, "with equal values in another order");
    if (answer && !answer->body.value("ties", false))
        return Ties::None;
    if (answer)
        return answer->body.value("computed", false) ? Ties::Computed : Ties::Given;
    // Some references cannot be watched while they run.
    if (answer.error().code == Errc::InvalidInput && m_child.isAlive())
        return Ties::None;
    return answer.error();
}

Result<OracleConversation::Ties> OracleConversation::tiesAgain(const PythonPhase &phase,
                                                               PythonTrial &trial,
                                                               PythonChild::Answer &called)
{
    auto again = drawAndCall(phase, trial);
    if (!again)
        return again.error();
    called = std::move(*again);
    return tiesIn(phase, trial, called);
}

Status OracleConversation::resolveTies(const PythonPhase &phase, PythonTrial &trial,
                                       PythonChild::Answer &called)
{
    auto ties = tiesIn(phase, trial, called);
    if (!ties || *ties == Ties::None)
        return ties ? Status() : ties.error();
    const std::string name = trial.caseName;
    // Inputs of only two values cannot be made distinct.
    if (trial.variant != "binary") {
        trial.isUntied = true;
        trial.caseName = name + ", no equal numbers";
        ties = tiesAgain(phase, trial, called);
    }
    // The reference may compute values that are equal up to rounding, whatever its inputs are. A
    // candidate is constructed under the seed of a trial that constructs again.
    const bool canRedraw = trial.variant.empty() && !trial.constructsAgain && !phase.isGrouped
        && trial.drawSeed.has_value();
    const std::uint64_t planned = trial.drawSeed.value_or(0);
    for (int i = 0; canRedraw && i < maxRedraws && ties && *ties == Ties::Computed; ++i) {
        trial.isUntied = false;
        trial.caseName = name + ", drawn again";
        useSeed(trial,
                secretSeed(m_context.seed, m_task.task.name + "\n" + std::to_string(planned), i));
        m_redrawn[planned] = *trial.drawSeed;
        ties = tiesAgain(phase, trial, called);
    }
    if (!ties || *ties == Ties::None)
        return ties ? Status() : ties.error();
    if (trial.isUnusual())
        trial.excused = "the reference orders values that are equal, or equal up to rounding, and "
                        "which comes first is open";
    else if (canRedraw && *ties == Ties::Computed)
        return Error{Errc::InvalidInput,
                     "the result depends on the order of values that are equal up to rounding, for "
                     "each of "
                         + std::to_string(maxRedraws + 1) + " draws of the inputs",
                     m_task.file.string(),
                     "use the suite's verdict",
                     {}};
    return {};
}

void OracleConversation::useSeed(PythonTrial &trial, std::uint64_t seed)
{
    trial.drawSeed = seed;
    trial.seed = std::to_string(seed);
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
