// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonshared.h"

#include "core/engine/contract/evaluationparts.h"

#include <chrono>
#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds stopInterval{50};

} // namespace

std::unique_ptr<TimingLease::Shared> PythonShared::takeTurn(StageSeconds &seconds) const
{
    if (turns() != nullptr)
        return nullptr;
    const StageSeconds::Part waiting(seconds, "wait for timing of others");
    const OccupationReporter::Scope telling(reporter, Occupation::WaitForTurn);
    return std::make_unique<TimingLease::Shared>(lease);
}

Result<NestedComparison> PythonShared::compare(const NestedRule &rule, const Bundle &expected,
                                               const Bundle &actual, std::stop_token stop) const
{
    return compare(rule, expected.value, expected.view(), actual.value, actual.view(),
                   std::move(stop));
}

Result<NestedComparison> PythonShared::compare(const NestedRule &rule, const Value &expected,
                                               const TensorsView &expectedTensors,
                                               const Value &actual,
                                               const TensorsView &actualTensors,
                                               std::stop_token stop) const
{
    // The turn comes before the judge. A thread that holds a judge might otherwise wait for a
    // timing thread that needs one.
    std::optional<TimingLease::Shared> together;
    if (TimingLease *shared = turns()) {
        const OccupationReporter::Scope waiting(reporter, Occupation::WaitForTurn);
        together.emplace(*shared);
    }
    const OccupationReporter::Scope comparing(reporter, Occupation::Device);
    auto judge = judges.take(stop);
    if (!judge)
        return judge.error();
    auto compared = (*judge)->compareNested(expected, expectedTensors, actual, actualTensors, rule,
                                            std::move(stop));
    if (compared)
        judges.giveBack(std::move(*judge));
    else
        judges.lose();
    return compared;
}

PythonServers::PythonServers(const PythonShared &shared) : m_shared(shared) { }

PythonServers::~PythonServers()
{
    m_end.request_stop(); // the future blocks until the server has started
}

void PythonServers::beginSubjects()
{
    if (m_subjects || m_starting.valid())
        return;
    m_starting = std::async(std::launch::async, [this] {
        const PythonContext &context = m_shared.context;
        return PythonServer::start(context.environment, PythonRole::Subject,
                                   context.settingsFor(PythonRole::Subject), m_end.get_token());
    });
}

Result<PythonServer *> PythonServers::subjects(const std::stop_token &stop)
{
    if (!m_subjects) {
        beginSubjects();
        while (m_starting.wait_for(stopInterval) != std::future_status::ready) {
            if (stop.stop_requested())
                return cancelledRun();
        }
        auto started = m_starting.get();
        if (!started)
            return started.error();
        m_subjects = std::move(*started);
    }
    return m_subjects.get();
}

Result<OracleSeat *> PythonServers::seat(const std::stop_token &stop)
{
    if (!m_seat) {
        const OccupationReporter::Scope starting(m_shared.reporter, Occupation::Start);
        auto taken = m_shared.oracles.take(stop);
        if (!taken)
            return taken.error();
        m_seat = std::move(*taken);
    }
    return m_seat.get();
}

void PythonServers::giveBackSeat(PythonTask &task)
{
    if (!m_seat)
        return;
    task.release(*m_seat);
    m_shared.oracles.giveBack(std::move(m_seat));
}

} // namespace loupe
