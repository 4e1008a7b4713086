// SPDX-License-Identifier: Apache-2.0
//
// The seat and the memory of an evaluation, and what is made ready beside its build.
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"

#include <algorithm>
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
    if (turns() != nullptr)
        return {};
    // What a reference takes while it is made ready is not known before.
    const std::int64_t parts = 2 * static_cast<std::int64_t>(m_context.jobs);
    return reserve(work, holds, m_deviceMemory.total() / parts, work.seconds, work.stop);
}

Status PythonEvaluator::reserve(Work &work, Holds &holds, std::int64_t bytes, StageSeconds &seconds,
                                const std::stop_token &stop)
{
    const bool isBeside = &seconds != &work.seconds;
    const StageSeconds::Part waiting(
        seconds, isBeside ? "wait for memory beside the build" : "wait for memory");
    const OccupationReporter::Scope telling(m_reporter, Occupation::WaitForMemory);
    const bool isWhole = work.room == Room::Whole;
    holds.onDevice.reset();
    holds.onDevice
        = MemoryBudget::Hold::take(m_deviceMemory, isWhole ? m_deviceMemory.total() : bytes, stop);
    return holds.onDevice ? Status() : cancelledRun();
}

Result<const std::vector<PythonPhase> *> PythonEvaluator::makePhases(Work &work, Holds &holds,
                                                                     OracleSeat &seat,
                                                                     StageSeconds &seconds,
                                                                     const std::stop_token &stop)
{
    if (turns() == nullptr)
        return work.task->phases(seat, stop);
    PythonTask::Rooms rooms;
    rooms.onDevice = [&](std::int64_t bytes) { return reserve(work, holds, bytes, seconds, stop); };
    rooms.onHost = [&](std::int64_t bytes, const std::function<Status()> &use) -> Status {
        const auto held = MemoryBudget::Hold::take(m_memory, bytes, stop);
        return held ? use() : cancelledRun();
    };
    auto made = work.task->phases(seat, stop, rooms);
    if (!made)
        holds.onDevice.reset(); // nothing is left of them, and the next one may wait for it
    return made;
}

Status PythonEvaluator::holdForJudging(Work &work, Holds &holds, const PythonPhase &phase)
{
    if (work.room == Room::Shared && turns() != nullptr && holds.onDevice
        && holds.onDevice->bytes() >= std::min(phase.deviceBytes, m_deviceMemory.total())) {
        holds.onDevice->shrink(phase.deviceBytes);
    } else if (work.room == Room::Shared || !holds.onDevice) {
        if (Status held = reserve(work, holds, phase.deviceBytes, work.seconds, work.stop); !held)
            return held;
    }
    const StageSeconds::Part waiting(work.seconds, "wait for memory");
    const OccupationReporter::Scope telling(m_reporter, Occupation::WaitForMemory);
    holds.memory = MemoryBudget::Hold::take(m_memory, phase.trialBytes, work.stop);
    return holds.memory ? Status() : cancelledRun();
}

Status PythonEvaluator::prepareAhead(Work &work, Holds &holds)
{
    const BenchmarkTask &task = *work.item.benchmark;
    if (task.entry != "Model" || largeNamedSize(task.implementation) == 0)
        return {};
    if (Status seated = sit(work, holds); !seated)
        return seated;
    holds.ahead.begin(
        [this, &work, &holds, seat = m_oracle.get()](const std::stop_token &stop) {
            return makePhases(work, holds, *seat, holds.aheadSeconds, stop);
        },
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
    const auto phases = isAhead ? awaitPhases(work, holds) : prepare(work, holds);
    if (!phases)
        return phases.error();
    // Nobody holds memory of the device while he waits for a compiler, but for a task's reference.
    if (Status held = holdForJudging(work, holds, (*phases)->front()); !held)
        return held;
    return judge(work, **phases);
}

Result<const std::vector<PythonPhase> *> PythonEvaluator::awaitPhases(Work &work, Holds &holds)
{
    work.entering(Stage::Load);
    const StageSeconds::Part expecting(work.seconds, "reference");
    auto made = holds.ahead.take();
    work.seconds.addAll(holds.aheadSeconds);
    return made;
}

} // namespace loupe
