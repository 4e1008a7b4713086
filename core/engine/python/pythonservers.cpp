// SPDX-License-Identifier: Apache-2.0
//
// The servers of one evaluator, and whose turn it is on the device.
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"

#include <chrono>
#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds stopInterval{50};

} // namespace

PythonEvaluator::~PythonEvaluator()
{
    m_end.request_stop(); // the futures wait for what still starts
}

std::future<PythonEvaluator::StartedServer> PythonEvaluator::startSubjects() const
{
    return std::async(std::launch::async, [this] {
        return PythonServer::start(m_context.environment, PythonRole::Subject,
                                   m_context.settingsFor(PythonRole::Subject), m_end.get_token());
    });
}

TimingLease *PythonEvaluator::turns() const
{
    return m_context.buildsBesideTiming() ? &m_lease : nullptr;
}

std::unique_ptr<TimingLease::Shared> PythonEvaluator::turn(Work &work) const
{
    if (turns() != nullptr)
        return nullptr;
    const StageSeconds::Part waiting(work.seconds, "wait for timing of others");
    const OccupationReporter::Scope telling(m_reporter, Occupation::WaitForTurn);
    return std::make_unique<TimingLease::Shared>(m_lease);
}

Result<OracleSeat *> PythonEvaluator::oracle(const std::stop_token &stop)
{
    if (!m_oracle) {
        const OccupationReporter::Scope starting(m_reporter, Occupation::Start);
        auto taken = m_oracles.take(stop);
        if (!taken)
            return taken.error();
        m_oracle = std::move(*taken);
    }
    return m_oracle.get();
}

Result<PythonServer *> PythonEvaluator::subjects(const std::stop_token &stop)
{
    if (!m_subject) {
        if (!m_startingSubject.valid())
            m_startingSubject = startSubjects();
        while (m_startingSubject.wait_for(stopInterval) != std::future_status::ready) {
            if (stop.stop_requested())
                return cancelledRun();
        }
        auto started = m_startingSubject.get();
        if (!started)
            return started.error();
        m_subject = std::move(*started);
    }
    return m_subject.get();
}

} // namespace loupe
