// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace loupe::ui {

/// Background work that the user can watch and cancel. Signals are emitted on the GUI thread,
/// changed() at most ten times a second.
class Job : public QObject
{
    Q_OBJECT
public:
    static constexpr int changeIntervalMs = 100;

    using QObject::QObject;

    virtual QString title() const = 0;
    /// Returns the current activity: "verifying 31/60".
    virtual QString progressText() const = 0;
    virtual int done() const = 0;
    virtual int total() const = 0; ///< 0 if unknown
    virtual bool isRunning() const = 0;
    /// Returns true while the job waits for another one; it counts as running.
    virtual bool isWaiting() const { return false; }
    /// Returns true while no run may start: the job measures a device, or its result is the next to
    /// be stored.
    virtual bool holdsRuns() const { return false; }
    virtual void cancel() = 0; ///< returns immediately; finished() follows

    double elapsedSeconds() const { return static_cast<double>(m_elapsed.elapsed()) / 1000.0; }
    /// Returns "2 min 10 s left", extrapolated from the speed so far; empty while unknown.
    virtual QString remainingText() const;

signals:
    void changed();
    void finished();

protected:
    void startClock() { m_elapsed.start(); }

private:
    QElapsedTimer m_elapsed;
};

/// Jobs of one window, owned until they are removed.
class JobList final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void add(std::shared_ptr<Job> job);
    const std::vector<std::shared_ptr<Job>> &jobs() const { return m_jobs; }
    /// Returns the latest running job, waiting ones last; or null.
    Job *current() const;
    int running() const;
    bool holdsRuns() const;
    void cancelAll();

signals:
    void changed();

private:
    std::vector<std::shared_ptr<Job>> m_jobs;
};

} // namespace loupe::ui
