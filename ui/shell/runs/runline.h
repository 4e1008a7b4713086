// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <vector>

namespace loupe::ui {

class RunJob;

/// Queue of the window's runs. They run one after another, because they would disturb each other's
/// timing, and a store has one writer at a time.
class RunLine final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

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
    void startNext();

    std::vector<std::shared_ptr<RunJob>> m_runs;
};

} // namespace loupe::ui
