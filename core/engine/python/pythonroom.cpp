// SPDX-License-Identifier: Apache-2.0
//
// The seat and the memory of an evaluation, and what is made ready beside its build.
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"

#include <utility>

namespace loupe {

Status PythonEvaluator::sit(Work &work, Holds &holds)
{
    StageSeconds::Part starting(work.seconds, "start oracle server");
    const auto seat = oracle(work.stop); // before any memory is held: who has some has a seat
    if (!seat)
        return seat.error();
    starting.stop();
    (*seat)->use(work.room);
    // What a reference takes while it is made ready is not known before.
    const std::int64_t all = m_deviceMemory.total();
    const StageSeconds::Part waiting(work.seconds, "wait for memory");
    const std::int64_t parts = 2 * static_cast<std::int64_t>(m_context.jobs);
    holds.onDevice.emplace(m_deviceMemory, work.room == Room::Whole ? all : all / parts);
    return {};
}

Status PythonEvaluator::prepareAhead(Work &work, Holds &holds)
{
    const BenchmarkTask &task = *work.item.benchmark;
    if (task.entry != "Model" || largeNamedSize(task.implementation) == 0)
        return {};
    if (Status seated = sit(work, holds); !seated)
        return seated;
    holds.ahead.begin([task = work.task, seat = m_oracle.get()](
                          const std::stop_token &stop) { return task->phases(*seat, stop); },
                      work.stop);
    return {};
}

Status PythonEvaluator::buildBeside(Work &work, Holds &holds)
{
    // What is compiled already is there at once, and may turn out to need no reference.
    const bool isCompiled = m_artifacts.find(work.item.candidate.source).has_value();
    if (!isCompiled) {
        if (Status begun = prepareAhead(work, holds); !begun)
            return begun;
    }
    if (Status built = buildAhead(work); !built)
        return built;
    if (isCompiled && !work.notLoaded) {
        if (Status begun = prepareAhead(work, holds); !begun)
            return begun;
    }
    if (holds.ahead.isBegun())
        constructAhead(work);
    return {};
}

void PythonEvaluator::constructAhead(Work &work)
{
    if (work.hasEnded() || work.loaded.empty() || !constructsInParts(work))
        return;
    const StageSeconds::Part constructing(work.seconds, "construct");
    const auto plan = work.task->awaitPlan(work.stop);
    if (plan && work.sourceFor(*plan) == work.loaded)
        work.constructed = Work::Constructed{plan, askToConstruct(work, *plan)};
}

Status PythonEvaluator::judgeInRoom(Work &work, Holds &holds)
{
    const bool isAhead = holds.ahead.isBegun();
    if (isAhead && work.constructed
        && endsInConstructor(work.constructed->answer.outcome, work.subject->isAlive(),
                             m_context.rules.judgedBy)) {
        holds.ahead.drop();
        std::vector<PythonPhase> phases;
        phases.push_back(work.constructed->plan->plan());
        return judge(work, phases);
    }
    if (!isAhead) {
        if (Status seated = sit(work, holds); !seated)
            return seated;
    }
    const auto phases = isAhead ? awaitPhases(work, holds) : prepare(work);
    if (!phases)
        return phases.error();
    // Only now: nobody holds memory of the device while he waits for a compiler.
    {
        const StageSeconds::Part waiting(work.seconds, "wait for memory");
        if (work.room == Room::Shared) {
            holds.onDevice.reset();
            holds.onDevice.emplace(m_deviceMemory, (*phases)->front().deviceBytes);
        }
        holds.memory.emplace(m_memory, (*phases)->front().trialBytes);
    }
    return judge(work, **phases);
}

Result<const std::vector<PythonPhase> *> PythonEvaluator::awaitPhases(Work &work, Holds &holds)
{
    work.entering(Stage::Load);
    const StageSeconds::Part expecting(work.seconds, "reference");
    return holds.ahead.take();
}

} // namespace loupe
