// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/job.h"
#include "ui/shell/session/services.h"

#include <optional>
#include <thread>

namespace loupe::ui {

/// Runs a stored evaluation's candidate again under hardware counters or compute-sanitizer, on a
/// separate thread, and stores the result.
class ProfileJob final : public Job
{
    Q_OBJECT
public:
    /// `task` names the evaluation in titles.
    ProfileJob(KernelProfiler profiler, ProfilingRequest request, QString task,
               QObject *parent = nullptr);
    ~ProfileJob() override;

    void start();
    const ProfilingRequest &request() const { return m_request; }
    /// Set once it has finished.
    const std::optional<Result<CounterProfile>> &outcome() const { return m_outcome; }

    QString title() const override;
    QString progressText() const override;
    int done() const override { return 0; }
    int total() const override { return 0; }
    bool isRunning() const override { return m_isRunning; }
    /// Returns true while the finished profile waits to be stored.
    bool isWaiting() const override { return m_isRunning && !m_waitingFor.isEmpty(); }
    bool holdsRuns() const override { return m_isRunning; }
    void cancel() override;
    /// Returns whether cancel() was called; an outcome Cancelled may also have another reason.
    bool isCancelled() const { return m_thread.get_stop_token().stop_requested(); }

private:
    void wait(const Error &reason);
    void finish(const Result<CounterProfile> &outcome);

    KernelProfiler m_profiler;
    ProfilingRequest m_request;
    QString m_task;
    std::optional<Result<CounterProfile>> m_outcome;
    bool m_isRunning = false;
    QString m_waitingFor;  ///< reason why the result cannot be stored yet
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
