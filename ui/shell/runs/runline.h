// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <vector>

namespace loupe::ui {

class RunJob;

/// The runs of one window, one after the other: they would disturb each other's timing, and a store
/// is written by one engine at a time.
class RunLine final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Begins when those before it have ended, now if there is none.
    void add(std::shared_ptr<RunJob> job);
    /// In the order in which they were asked for; those that ended long ago are let go.
    const std::vector<std::shared_ptr<RunJob>> &runs() const { return m_runs; }
    /// The run that is under way, or null.
    RunJob *current() const;
    int waiting() const;

signals:
    /// A run was added, began, or ended.
    void changed();
    void ended(loupe::ui::RunJob *job);

private:
    void startNext();

    std::vector<std::shared_ptr<RunJob>> m_runs;
};

} // namespace loupe::ui
