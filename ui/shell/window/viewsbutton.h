// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/savedview.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"

#include <QPushButton>

class QMenu;

namespace loupe::ui {

/// The named filters of the store, with the scopes they were looked at through: a menu that
/// applies, keeps and removes them.
class ViewsButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit ViewsButton(const Workbench &bench, QWidget *parent = nullptr);

    /// Asks for a name and keeps the present filter under it.
    void askAndSave();
    /// Keeps the present filter under this name; one of that name is replaced.
    void save(const QString &name);
    void remove(const QString &name);
    bool isWriting() const { return m_job.isRunning(); }

signals:
    /// What became of a save or a removal.
    void said(const QString &message);

private:
    void fill();
    void apply(const SavedView &view);
    void write(std::function<Status()> change, const QString &done);

    const Workbench m_bench;
    LatestJob<Status> m_job;
};

} // namespace loupe::ui
