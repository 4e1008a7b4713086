// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/job.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace loupe::ui {

/// Job of one function on a separate thread. Its progress is unknown.
template <typename Outcome>
class OutcomeJob : public Job
{
public:
    void start()
    {
        m_isRunning = true;
        startClock();
        m_thread = std::jthread([this](const std::stop_token &stop) {
            QMetaObject::invokeMethod(
                this, [this, outcome = m_work(stop)] { finish(outcome); }, Qt::QueuedConnection);
        });
    }
    /// Set once it has finished.
    const std::optional<Outcome> &outcome() const { return m_outcome; }

    int done() const override { return 0; }
    int total() const override { return 0; }
    bool isRunning() const override { return m_isRunning; }
    void cancel() override { m_thread.request_stop(); }
    /// Returns whether cancel() was called; an outcome Cancelled may also have another reason.
    bool isCancelled() const { return m_thread.get_stop_token().stop_requested(); }

protected:
    using Work = std::function<Outcome(const std::stop_token &)>;

    /// `work` must own what it uses, because derived classes are destroyed before the thread ends.
    OutcomeJob(Work work, QObject *parent) : Job(parent), m_work(std::move(work)) { }

private:
    void finish(const Outcome &outcome)
    {
        m_outcome = outcome;
        m_isRunning = false;
        emit finished();
    }

    const Work m_work;
    std::optional<Outcome> m_outcome;
    bool m_isRunning = false;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
