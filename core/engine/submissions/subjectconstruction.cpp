// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/subjectconstruction.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/oracleconversation.h"

#include <utility>

namespace loupe {

namespace {

/// Returns whether a constructor's exception counts as not compiled. KernelBench catches only
/// RuntimeError around the constructors.
bool countsAsNoBuild(const Protocol &protocol, const Json &body)
{
    const auto error = body.find("error");
    return protocol.isAsShipped("constructor_error_is_no_build") && error != body.end()
        && error->is_object() && error->value("type", Json()) != Json("RuntimeError");
}

/// Returns whether the constructor runs on the host, which needs no turn on the device, and the
/// move to the device is a separate step.
bool constructsInParts(const PythonShared &shared, const PythonWork &work)
{
    return shared.turns() != nullptr && !constructsOnDevice(work.loaded);
}

PythonChild::Answer askToConstruct(const PythonShared &shared, PythonWork &work,
                                   const PythonPhase &phase)
{
    Json request{{"do", "construct"}, {"class", "ModelNew"}, {"seed", phase.modelSeed}};
    addConstruction(request, phase.protocol);
    request["stays_on_host"] = constructsInParts(shared, work);
    return work.subject->ask(std::move(request), &phase.constructorArguments,
                             Seconds(shared.context.settings.limits.callSeconds), work.stop);
}

} // namespace

Status constructSubject(const PythonShared &shared, PythonWork &work, const PythonPhase &phase)
{
    const StageSeconds::Part constructing(work.seconds, "construct");
    auto ahead = std::exchange(work.constructed, std::nullopt);
    const bool isThis = ahead && ahead->plan->isStrict == phase.isStrict;
    auto answer = isThis ? std::move(ahead->answer) : askToConstruct(shared, work, phase);
    const Json state = answer.body.value("rng_state", Json());
    work.generator = state.is_string() ? state.get<std::string>() : std::string();
    const Seconds deadline(shared.context.settings.limits.callSeconds);
    if (constructsInParts(shared, work) && answer.outcome.verdict == Verdict::Correct) {
        Json move{{"do", "move"}, {"dtype", Json()}};
        if (phase.protocol.modelsCast) {
            Json cast = Json::object();
            addCast(cast, phase.protocol);
            move["dtype"] = cast.value("dtype", Json());
        }
        answer = work.subject->ask(std::move(move), nullptr, deadline, work.stop);
    }
    if (answer.outcome.verdict == Verdict::Correct && phase.weights && !work.drawsWeights) {
        answer = work.subject->ask({{"do", "set_state"}}, &*phase.weights, deadline, work.stop);
        // A candidate may keep its weights in another form; it then drew them from the seed.
        if (answer.body.value("matched", Json()) == Json("none"))
            addFlag(work.evaluation, "weights_by_seed");
    }
    if (work.stop.stop_requested())
        return cancelledRun();
    if (answer.outcome.verdict == Verdict::Crashed && countsAsNoBuild(phase.protocol, answer.body))
        answer.outcome.verdict = Verdict::LoadError;
    if (answer.outcome.verdict != Verdict::Correct)
        work.end(answer);
    return {};
}

void constructAhead(const PythonShared &shared, PythonWork &work)
{
    if (work.hasEnded() || work.loaded.empty() || !constructsInParts(shared, work))
        return;
    const StageSeconds::Part constructing(work.seconds, "construct");
    const auto plan = work.task->awaitPlan(work.stop);
    if (plan && work.sourceFor(*plan) == work.loaded)
        work.constructed = PythonWork::Constructed{plan, askToConstruct(shared, work, *plan)};
}

} // namespace loupe
