// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/evaluationroom.h"

#include "core/engine/contract/evaluationparts.h"

#include <algorithm>
#include <functional>

namespace loupe {

EvaluationRoom::EvaluationRoom(const PythonShared &shared, PythonServers &servers, PythonWork &work,
                               EvaluationHolds &holds)
    : m_shared(shared)
    , m_servers(servers)
    , m_work(work)
    , m_holds(holds)
{
}

EvaluationRoom::~EvaluationRoom()
{
    // If the phases could not be made, other evaluations of the task may wait for memory to make
    // them. Until then they block the task.
    if (m_holds.ahead.isBegun() && !m_holds.ahead.take())
        m_holds.onDevice.reset();
    m_servers.giveBackSeat(*m_work.task);
}

Status EvaluationRoom::sit()
{
    StageSeconds::Part starting(m_work.seconds, "start oracle server");
    // Before any memory is held: a thread that holds memory must already have a seat.
    const auto seat = m_servers.seat(m_work.stop);
    if (!seat)
        return seat.error();
    starting.stop();
    (*seat)->use(m_work.room);
    if (m_shared.turns() != nullptr)
        return {};
    // The memory that a reference needs while it is prepared is not known before.
    const std::int64_t parts = 2 * static_cast<std::int64_t>(m_shared.context.jobs);
    return reserve(m_shared.deviceMemory.total() / parts, m_work.seconds, m_work.stop);
}

Status EvaluationRoom::prepareAhead()
{
    const BenchmarkTask &task = *m_work.item.benchmark;
    if (task.entry != "Model" || largeNamedSize(task.implementation) == 0)
        return {};
    if (Status seated = sit(); !seated)
        return seated;
    const auto seat = m_servers.seat(m_work.stop);
    if (!seat)
        return seat.error();
    m_holds.ahead.begin(
        [this, at = *seat](const std::stop_token &stop) {
            return make(*at, m_holds.aheadSeconds, stop);
        },
        m_work.stop);
    return {};
}

EvaluationRoom::Phases EvaluationRoom::phases()
{
    if (isAhead()) {
        m_work.entering(Stage::Load);
        const StageSeconds::Part expecting(m_work.seconds, "reference");
        auto made = m_holds.ahead.take();
        m_work.seconds.addAll(m_holds.aheadSeconds);
        return made;
    }
    const auto together = m_shared.takeTurn(m_work.seconds);
    m_work.entering(Stage::Load);
    const auto seat = m_servers.seat(m_work.stop);
    if (!seat)
        return seat.error();
    const StageSeconds::Part expecting(m_work.seconds, "reference");
    return make(**seat, m_work.seconds, m_work.stop);
}

Status EvaluationRoom::holdForJudging(const PythonPhase &phase)
{
    const bool isShared = m_work.room == Room::Shared;
    if (isShared && m_shared.turns() != nullptr && m_holds.onDevice
        && m_holds.onDevice->bytes()
            >= std::min(phase.deviceBytes, m_shared.deviceMemory.total())) {
        m_holds.onDevice->shrink(phase.deviceBytes);
    } else if (isShared || !m_holds.onDevice) {
        if (Status held = reserve(phase.deviceBytes, m_work.seconds, m_work.stop); !held)
            return held;
    }
    const StageSeconds::Part waiting(m_work.seconds, "wait for memory");
    const OccupationReporter::Scope telling(m_shared.reporter, Occupation::WaitForMemory);
    m_holds.memory = MemoryBudget::Hold::take(m_shared.memory, phase.trialBytes, m_work.stop);
    return m_holds.memory ? Status() : cancelledRun();
}

Status EvaluationRoom::reserve(std::int64_t bytes, StageSeconds &seconds,
                               const std::stop_token &stop)
{
    const bool isDuringBuild = &seconds != &m_work.seconds;
    const StageSeconds::Part waiting(
        seconds, isDuringBuild ? "wait for memory during the build" : "wait for memory");
    const OccupationReporter::Scope telling(m_shared.reporter, Occupation::WaitForMemory);
    const bool isWhole = m_work.room == Room::Whole;
    m_holds.onDevice.reset();
    m_holds.onDevice = MemoryBudget::Hold::take(
        m_shared.deviceMemory, isWhole ? m_shared.deviceMemory.total() : bytes, stop);
    return m_holds.onDevice ? Status() : cancelledRun();
}

EvaluationRoom::Phases EvaluationRoom::make(OracleSeat &seat, StageSeconds &seconds,
                                            const std::stop_token &stop)
{
    if (m_shared.turns() == nullptr)
        return m_work.task->phases(seat, stop);
    PythonTask::Rooms rooms;
    rooms.onDevice = [&](std::int64_t bytes) { return reserve(bytes, seconds, stop); };
    rooms.onHost = [&](std::int64_t bytes, const std::function<Status()> &use) -> Status {
        const auto held = MemoryBudget::Hold::take(m_shared.memory, bytes, stop);
        return held ? use() : cancelledRun();
    };
    auto made = m_work.task->phases(seat, stop, rooms);
    if (!made)
        m_holds.onDevice.reset(); // the memory is unused, and the next evaluation may wait for it
    return made;
}

} // namespace loupe
