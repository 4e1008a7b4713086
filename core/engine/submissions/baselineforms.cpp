// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/baselineforms.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/machine.h"
#include "core/engine/python/oracleconversation.h"

#include <utility>

namespace loupe {

std::string baselineName(const PythonContext &context, BaselineForm form)
{
    return std::string(name(form)) + " reference (" + context.rules.device + ")";
}

std::string baselineName(const PythonContext &context)
{
    return baselineName(context, context.rules.baseline);
}

BaselineForms::BaselineForms(const PythonContext &context)
    : m_context(context)
    , m_compiled(context.programs.cache / "references", context.environment,
                 context.settingsFor(PythonRole::Oracle))
{
}

Status BaselineForms::use(PythonWork &work, PythonChild &baseline, const PythonPhase &phase,
                          BaselineForm form) const
{
    if (form == BaselineForm::Eager || form == BaselineForm::EagerIeee)
        return {}; // as it is called
    if (phase.style != PythonStyle::Model)
        return Error{Errc::Unsupported, "only model references have a baseline other than eager",
                     "baseline", "leave --baseline out for this suite"};
    const StageSeconds::Part making(work.seconds, "make baseline");
    Json request{
        {"do", "baseline"}, {"kind", name(form)}, {"grad", phase.protocol.timing.gradEnabled}};
    // A compiler's output depends on the processor too, and a folder may be shared by machines.
    const std::string compiled = std::string(name(form))
        + (phase.protocol.backward ? " backward\n" : "\n") + processorName() + "\n"
        + work.task->task().implementation;
    auto known = m_compiled.find(compiled);
    const bool isKnown = known.has_value();
    if (isKnown)
        request["artifacts"] = std::move(*known);
    const auto answer = baseline.ask(std::move(request), nullptr,
                                     Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (Status room = hadRoom(answer.outcome, m_context); !room)
        return room;
    if (answer.outcome.verdict != Verdict::Correct)
        return Error{Errc::Unsupported,
                     "the reference has no baseline " + std::string(name(form))
                         + " here: " + answer.outcome.message,
                     "baseline", "use --baseline eager", failureText(answer.body)};
    const Status kept = m_compiled.keep(compiled, answer.body.value("artifacts", Json()));
    const Json note{
        {"form", name(form)}, {"compiled_before", isKnown}, {"kept", static_cast<bool>(kept)}};
    work.notes += "\nkloupe baseline: " + note.dump() + "\n";
    return {};
}

} // namespace loupe
