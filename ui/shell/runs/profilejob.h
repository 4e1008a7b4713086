// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/runs/outcomejob.h"
#include "ui/shell/session/services.h"

namespace loupe::ui {

/// Runs a stored evaluation's candidate again under hardware counters or compute-sanitizer, on a
/// separate thread, and stores the result.
class ProfileJob final : public OutcomeJob<Result<CounterProfile>>
{
    Q_OBJECT
public:
    /// `task` names the evaluation in titles.
    ProfileJob(KernelProfiler profiler, ProfilingRequest request, QString task,
               QObject *parent = nullptr);

    const ProfilingRequest &request() const { return m_request; }

    QString title() const override;
    QString progressText() const override;
    /// Returns true while the finished profile waits to be stored.
    bool isWaiting() const override { return isRunning() && !m_waitingFor.isEmpty(); }
    bool holdsRuns() const override { return isRunning(); }

private:
    void wait(const Error &reason);

    ProfilingRequest m_request;
    QString m_task;
    QString m_waitingFor; ///< reason why the result cannot be stored yet
};

} // namespace loupe::ui
