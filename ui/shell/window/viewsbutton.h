// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/savedview.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"

#include <QPushButton>

class QMenu;

namespace loupe::ui {

class StoreSession;

/// Applies a saved view's filter and scope.
Status applyView(StoreSession &session, const SavedView &view);

/// Menu of the store's named filters with their scopes. It applies, saves and removes them.
class ViewsButton final : public QPushButton
{
    Q_OBJECT
public:
    explicit ViewsButton(const Workbench &bench, QWidget *parent = nullptr);

    /// Asks for a name and saves the present filter under it.
    void askAndSave();
    /// Saves the present filter under this name, and replaces one of that name.
    void save(const QString &name);
    void remove(const QString &name);
    bool isWriting() const { return m_job.isRunning(); }

signals:
    /// Emitted with the result of a save or removal.
    void said(const QString &message);

private:
    void fill();
    void apply(const SavedView &view);
    void write(std::function<Status()> change, const QString &done);

    const Workbench m_bench;
    LatestJob<Status> m_job;
};

} // namespace loupe::ui
