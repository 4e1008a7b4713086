// SPDX-License-Identifier: Apache-2.0
//
// Makes trials that give the reference and the candidate other weights: drawn, or constructed
// again.
#include "core/engine/python/oracleconversation.h"

#include <utility>

namespace loupe {

namespace {

/// Returns the error of restoring the reference's weights, unless the trial's own error suffices.
Status graverOf(const Status &made, const Result<PythonChild::Answer> &restored)
{
    const bool isWorse = !restored && (made || restored.error().code != Errc::InvalidInput);
    return isWorse ? restored.error() : made;
}

} // namespace

Status OracleConversation::makeWithOtherWeights(const PythonPhase &phase, PythonTrial &trial)
{
    auto answer
        = ask({{"do", "randomise"}, {"seed", *trial.drawSeed}, {"redraw", trial.redrawsWeights}},
              nullptr, "when its weights are changed");
    if (!answer)
        return answer.error();
    if (answer->body.value("changed", Json::array()).empty()) {
        trial.excused = trial.redrawsWeights
            ? "no weight or buffer of the reference has several values"
            : "no weight or buffer of the reference has only one value";
        return {};
    }
    auto weights = value(std::move(*answer), "of its weights");
    if (!weights)
        return weights.error();
    trial.weights = std::move(*weights);
    Status made = makePlain(phase, trial);
    return graverOf(made, ask({{"do", "randomise"}}, nullptr, "when its weights are put back"));
}

Status OracleConversation::makeConstructedAgain(const PythonPhase &phase, PythonTrial &trial)
{
    if (!phase.weights || phase.weights->view().bytes() == 0) {
        trial.excused = "the reference has no weights";
        return {};
    }
    Json request{{"do", "construct"},
                 {"class", m_task.entry},
                 {"seed", *trial.drawSeed},
                 {"aside", true},
                 {"tf32", phase.protocol.referenceMayUseTf32}};
    if (phase.protocol.modelsCast)
        addCast(request, phase.protocol);
    addDraws(request, "model");
    const auto built
        = ask(std::move(request), &phase.constructorArguments, "when it is constructed again");
    if (!built)
        return built.error();
    auto weights = readWeights();
    if (!weights)
        return weights.error();
    trial.weights = std::move(*weights);
    Status made = makePlain(phase, trial);
    return graverOf(made, ask({{"do", "restore_object"}}, nullptr, "when it is put back"));
}

} // namespace loupe
