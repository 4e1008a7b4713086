// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <vector>

namespace loupe::ui {

class JobList;
class RunJob;

/// Queue of the window's runs. They run one after another, because they would disturb each other's
/// timing, and a store has one writer at a time. They also wait while another job measures, or
/// waits to store what it measured.
class RunLine final : public QObject
{
    Q_OBJECT
public:
    /// `jobs` has all jobs of the window.
    explicit RunLine(const JobList &jobs, QObject *parent = nullptr);

    /// Starts the job after all earlier ones.
    void add(std::shared_ptr<RunJob> job);
    /// Returns the runs in the order of their requests; old ended ones are dropped.
    const std::vector<std::shared_ptr<RunJob>> &runs() const { return m_runs; }
    /// Returns the active run, or null.
    RunJob *current() const;
    int waiting() const;
    /// Returns the run with its ownership; null if it was dropped.
    std::shared_ptr<RunJob> find(const RunJob *job) const;

signals:
    /// Emitted when a run was added, started or ended.
    void changed();
    void ended(loupe::ui::RunJob *job);

private:
    /// Starts the oldest waiting run if nothing is in its way. Returns whether it did.
    bool startNext();

    const JobList &m_jobs;
    std::vector<std::shared_ptr<RunJob>> m_runs;
};

} // namespace loupe::ui
