// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace loupe::ui {

/// Work that goes on in the background and that a person can watch and stop. Signals come on the
/// GUI thread, changed() at most ten times a second.
class Job : public QObject
{
    Q_OBJECT
public:
    static constexpr int changeIntervalMs = 100;

    using QObject::QObject;

    virtual QString title() const = 0;
    /// What it is doing now: "verifying 31/60".
    virtual QString progressText() const = 0;
    virtual int done() const = 0;
    virtual int total() const = 0; ///< 0 = not known
    virtual bool isRunning() const = 0;
    /// It has not begun: another job goes first. It is running all the same.
    virtual bool isWaiting() const { return false; }
    virtual void cancel() = 0; ///< returns at once; finished() follows

    double elapsedSeconds() const { return static_cast<double>(m_elapsed.elapsed()) / 1000.0; }
    /// "2 min 10 s left", by the pace so far; empty while that says nothing.
    virtual QString remainingText() const;

signals:
    void changed();
    void finished();

protected:
    void startClock() { m_elapsed.start(); }

private:
    QElapsedTimer m_elapsed;
};

/// The jobs of one window. Owns them until they are removed.
class JobList final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void add(std::shared_ptr<Job> job);
    const std::vector<std::shared_ptr<Job>> &jobs() const { return m_jobs; }
    /// The latest job that is still running, those that wait last; or null.
    Job *current() const;
    int running() const;
    void cancelAll();

signals:
    void changed();

private:
    std::vector<std::shared_ptr<Job>> m_jobs;
};

} // namespace loupe::ui
